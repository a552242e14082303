package io.lambdafs.gateway.security;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.security.token.delegation.DelegationTokenIdentifier;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.jspecify.annotations.Nullable;

/**
 * What NameNodes said of delegation tokens, each for a while. Hadoop's RPC server asks on the thread that reads from its connections, before
 * the caller has proven anything. So a question takes that thread for {@link #WAIT} at most, and strangers who make identifiers up cause no
 * more questions at once than the executor has threads. The web server has a thread for each request, so it may wait longer. Thread-safe.
 */
final class KnownSecrets {
    /** For how long a secret counts: a token that is cancelled opens no new connection when that time is over. */
    static final Duration FRESH = Duration.ofSeconds(30);

    /** For how long a refusal counts. */
    static final Duration REFUSED = Duration.ofSeconds(5);

    /** For how long one waits for NameNodes, before a client is asked to try again. */
    static final Duration WAIT = Duration.ofSeconds(1);

    /** For how long a patient caller waits: one whose client does not try again by itself. */
    static final Duration PATIENT_WAIT = Duration.ofSeconds(20);

    /** How many callers are patient at once; others wait for {@link #WAIT}. Strangers thus keep few threads. */
    static final int MOST_PATIENT = 16;

    /** About 1 KB each. */
    static final int MOST = 10_000;

    private final Source source;
    private final LongSupplier nanoTime;
    private final Executor executor;
    private final Semaphore patient = new Semaphore(MOST_PATIENT);
    private final Map<ByteBuffer, Answer> answers = new ConcurrentHashMap<>();
    private final Map<ByteBuffer, CompletableFuture<Answer>> asking = new ConcurrentHashMap<>();

    /** Looks secrets of tokens up. */
    interface Source {
        /**
         * The secret of a token.
         *
         * @throws InvalidToken if the token is unknown or expired
         * @throws IOException if it is not known whether it is
         */
        byte[] ask(DelegationTokenIdentifier identifier) throws IOException;
    }

    /** What was said of a token: its secret, or why it is refused. */
    private static final class Answer {
        private final byte @Nullable [] secret;
        private final String refusal;
        private final long atNanos;

        Answer(byte @Nullable [] secret, String refusal, long atNanos) {
            this.secret = secret;
            this.refusal = refusal;
            this.atNanos = atNanos;
        }

        byte[] get() throws InvalidToken {
            if (secret == null) {
                throw new InvalidToken(refusal);
            }
            return secret.clone();
        }

        boolean isRefusal() {
            return secret == null;
        }

        boolean counts(long nowNanos) {
            return nowNanos - atNanos < (isRefusal() ? REFUSED : FRESH).toNanos();
        }
    }

    /**
     * Of what this source says.
     *
     * @param executor asks the source; bounded, and refuses what is too much
     */
    KnownSecrets(Source source, LongSupplier nanoTime, Executor executor) {
        this.source = requireNonNull(source, "source");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
        this.executor = requireNonNull(executor, "executor");
    }

    /**
     * The secret of a token.
     *
     * @throws InvalidToken if the token is unknown or expired
     * @throws RetriableException if NameNodes did not answer in time, or too many ask at once
     */
    byte[] secret(DelegationTokenIdentifier identifier) throws IOException {
        return secret(identifier, WAIT);
    }

    /** As {@link #secret}, but waits for {@link #PATIENT_WAIT}, unless {@value #MOST_PATIENT} callers do so already. */
    byte[] patientSecret(DelegationTokenIdentifier identifier) throws IOException {
        if (!patient.tryAcquire()) {
            return secret(identifier, WAIT);
        }
        try {
            return secret(identifier, PATIENT_WAIT);
        } finally {
            patient.release();
        }
    }

    /** How many more callers may be patient now. */
    int freeForPatience() {
        return patient.availablePermits();
    }

    /** Keeps the secret of a token that a NameNode has just issued, so that nobody has to be asked. */
    void issued(DelegationTokenIdentifier identifier, byte[] secret) {
        Answer unused =
                keep(ByteBuffer.wrap(identifier.getBytes()), new Answer(secret.clone(), "", nanoTime.getAsLong()));
    }

    private byte[] secret(DelegationTokenIdentifier identifier, Duration wait) throws IOException {
        ByteBuffer key = ByteBuffer.wrap(identifier.getBytes());
        Answer known = answers.get(key);
        if (known != null && known.counts(nanoTime.getAsLong())) {
            return known.get();
        }
        try {
            return asked(key, identifier)
                    .get(wait.toNanos(), TimeUnit.NANOSECONDS)
                    .get();
        } catch (TimeoutException e) {
            throw new RetriableException("no NameNode has sent the token's secret within " + wait.toSeconds() + " s");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RetriableException("this gateway is going away");
        } catch (ExecutionException e) {
            throw new RetriableException("no NameNode has sent the token's secret: " + String.valueOf(e.getCause()));
        }
    }

    private CompletableFuture<Answer> asked(ByteBuffer key, DelegationTokenIdentifier identifier)
            throws RetriableException {
        CompletableFuture<Answer> mine = new CompletableFuture<>();
        CompletableFuture<Answer> first = asking.putIfAbsent(key, mine);
        if (first != null) {
            return first;
        }
        try {
            executor.execute(() -> ask(key, identifier, mine));
        } catch (RejectedExecutionException e) {
            RetriableException busy =
                    new RetriableException("too many callers with unknown tokens ask at once: try again");
            asking.remove(key);
            mine.completeExceptionally(busy);
            throw busy;
        }
        return mine;
    }

    private void ask(ByteBuffer key, DelegationTokenIdentifier identifier, CompletableFuture<Answer> asked) {
        try {
            asked.complete(keep(key, answer(identifier)));
        } catch (IOException | RuntimeException e) {
            asked.completeExceptionally(e);
        } finally {
            asking.remove(key);
        }
    }

    private Answer answer(DelegationTokenIdentifier identifier) throws IOException {
        try {
            return new Answer(source.ask(identifier), "", nanoTime.getAsLong());
        } catch (InvalidToken e) {
            return new Answer(null, String.valueOf(e.getMessage()), nanoTime.getAsLong());
        }
    }

    private Answer keep(ByteBuffer key, Answer answer) {
        if (answers.size() >= MOST) {
            long now = nanoTime.getAsLong();
            answers.values().removeIf(old -> !old.counts(now));
        }
        // Refusals may fill half of the space, so that strangers cannot have the secrets of others forgotten.
        if (answers.size() < (answer.isRefusal() ? MOST / 2 : MOST)) {
            answers.put(key, answer);
        } else {
            answers.remove(key);
        }
        return answer;
    }
}
