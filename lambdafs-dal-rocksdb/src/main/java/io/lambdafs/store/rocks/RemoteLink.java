package io.lambdafs.store.rocks;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.engine.TransactionBounds;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.net.ClientBounds;
import io.lambdafs.store.rocks.net.ClientRole;
import io.lambdafs.store.rocks.net.EngineAddress;
import io.lambdafs.store.rocks.net.EngineCallException;
import io.lambdafs.store.rocks.net.EngineClient;
import io.lambdafs.store.rocks.net.EngineConnection;
import io.lambdafs.store.rocks.net.EngineCredentials;
import io.lambdafs.store.rocks.net.EngineTls;
import io.lambdafs.store.rocks.net.Secret;
import io.lambdafs.store.rocks.net.ServerLimits;
import io.lambdafs.store.rocks.operation.EngineAction;
import io.lambdafs.store.rocks.operation.EngineMessages;
import io.lambdafs.store.rocks.operation.EngineOperation;
import io.lambdafs.store.rocks.operation.Opening;
import io.lambdafs.store.rocks.operation.TableInvocation;
import io.lambdafs.store.rocks.operation.TableOperation;
import io.lambdafs.store.rocks.operation.TransactionOperations;
import io.lambdafs.wire.latency.LatencyHistogram;
import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.Tracing;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** A link to an engine in another process. */
final class RemoteLink implements EngineLink {
    /**
     * While a connection has as many unanswered requests as the engine takes, it is not read. If all of them waited for locks, the
     * commits that would release those could not arrive. So some places are left to commits and reads, which wait for no lock.
     */
    private static final int MOST_WAITING = ServerLimits.defaults().requests() * 7 / 8;

    private final EngineClient client;
    private final TransactionBounds bounds;
    private final Duration patience;
    private final AtomicLong lastTransaction = new AtomicLong();
    /** For requests that may wait for locks, which are never all that the engine takes of one connection. */
    private final Semaphore waiting = new Semaphore(MOST_WAITING, true);

    private final LatencyHistogram roundTrips = new LatencyHistogram();
    private final ClusterIdentity identity;
    private volatile Tracing tracing = Tracing.OFF;

    /**
     * Connects to the engine at an address. Whenever it connects again, the engine must have the same file system.
     *
     * @throws StoreException UNAVAILABLE if nobody answers, INCOMPATIBLE if the engine refuses this process
     */
    static RemoteLink connect(EngineAddress address, StoreConfig config) {
        ClientBounds usual = ClientBounds.defaults();
        ClientBounds bounds = new ClientBounds(
                config.bounds().connect(),
                usual.silence(),
                EngineMessages.MOST_FRAME_BYTES,
                Math.max(EngineMessages.MOST_FRAME_BYTES, usual.unsentBytes()));
        try {
            SameEngine same = new SameEngine();
            EngineClient client = EngineClient.connect(address, credentials(config), bounds, same);
            return new RemoteLink(client, config.bounds(), same.identity());
        } catch (EngineCallException e) {
            throw translate(e);
        }
    }

    private static EngineCredentials credentials(StoreConfig config) {
        ClientRole role = ClientRole.named(config.user())
                .orElseThrow(() -> new StoreException(
                        Kind.INCOMPATIBLE,
                        "the store's engine has no user " + config.user() + ": leave the user empty, or use "
                                + ClientRole.DATANODE.text() + " with the secret of that role"));
        return new EngineCredentials(role, secret(config), tls(config));
    }

    private static Optional<EngineTls> tls(StoreConfig config) {
        Optional<Path> authorities = StoreUrl.authorities(config.url());
        if (authorities.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(EngineTls.ofClient(authorities.get(), System.err::println));
        } catch (IOException e) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, "the engine at " + config.place() + " cannot be checked: " + e.getMessage(), e);
        }
    }

    private static Secret secret(StoreConfig config) {
        try {
            return StoreSecret.of(config.password());
        } catch (IllegalArgumentException e) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, "the store's password is to be the secret of its engine: " + e.getMessage(), e);
        }
    }

    private RemoteLink(EngineClient client, Bounds bounds, ClusterIdentity identity) {
        this.client = client;
        this.bounds = new TransactionBounds(bounds.lock(), bounds.transaction());
        // The engine enforces the transaction's bounds. This one is for an engine that does not answer at all.
        this.patience = bounds.connect().plus(bounds.transaction());
        this.identity = identity;
    }

    @Override
    public ClusterIdentity identity() {
        return identity;
    }

    @Override
    public <A, R> R ask(EngineOperation<A, R> operation, A argument, Duration more) {
        return ask(EngineMessages.ask(operation, argument), operation, patience.plus(more));
    }

    @Override
    public <A, R> R askRepeatably(EngineOperation<A, R> operation, A argument) {
        byte[] request = EngineMessages.ask(operation, argument);
        return answer(operation, () -> client.askRepeatably(request, patience));
    }

    @Override
    public <A, R> R read(TableOperation<A, R> operation, A argument) {
        return ask(EngineMessages.read(new TableInvocation<>(operation, argument)), operation, patience);
    }

    @Override
    public Begun begin(WriterId writer, Opening opening) {
        EngineConnection connection = connection();
        RemoteTransaction transaction = new RemoteTransaction(this, connection, lastTransaction.incrementAndGet());
        try {
            byte[] request = EngineMessages.begin(transaction.number(), writer, bounds, opening);
            return new Begun(transaction, askInTurn(connection, request, TransactionOperations.OPEN));
        } catch (StoreException e) {
            // If it was no answer but the lack of one, the transaction may be there.
            transaction.rollBack();
            throw e;
        }
    }

    private EngineConnection connection() {
        try {
            return client.connection(patience);
        } catch (EngineCallException e) {
            throw translate(e);
        }
    }

    private <R> R ask(byte[] request, EngineAction<?, R> operation, Duration bound) {
        return answer(operation, () -> client.ask(request, bound));
    }

    /** As {@link #ask(ClientConnection, byte[], Operation)}, for what may wait for a lock. */
    <R> R askInTurn(EngineConnection connection, byte[] request, EngineAction<?, R> operation) {
        boolean turn = false;
        try {
            turn = waiting.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
            if (!turn) {
                throw new StoreException(
                        Kind.UNAVAILABLE,
                        MOST_WAITING + " requests of this process wait for the engine: try again later");
            }
            return ask(connection, request, operation);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNAVAILABLE, "interrupted before the request was sent", e);
        } finally {
            if (turn) {
                waiting.release();
            }
        }
    }

    /** Asks on a connection, and on no other one. */
    <R> R ask(EngineConnection connection, byte[] request, EngineAction<?, R> operation) {
        return answer(operation, () -> connection.ask(request, patience));
    }

    private <R> R answer(EngineAction<?, R> operation, Supplier<byte[]> ask) {
        byte[] answer;
        long begin = System.nanoTime();
        try (Span span = tracing.child(SpanKind.CLIENT, "store round trip")) {
            span.with("lambdafs.store.operation", operation.name());
            answer = ask.get();
        } catch (EngineCallException e) {
            throw translate(e);
        } catch (IllegalArgumentException e) {
            throw new StoreException(Kind.INTERNAL, operation.name() + ": " + e.getMessage(), e);
        } finally {
            roundTrips.record(System.nanoTime() - begin);
        }
        return EngineMessages.answer(operation, new Decoder(answer, 0, answer.length));
    }

    private static StoreException translate(EngineCallException e) {
        Kind kind = switch (e.fate()) {
            case NEVER_SENT, IN_DOUBT -> Kind.UNAVAILABLE;
            case REFUSED -> Kind.INCOMPATIBLE;
            case UNANSWERABLE -> Kind.INTERNAL;
        };
        return new StoreException(kind, String.valueOf(e.getMessage()), e);
    }

    @Override
    public Optional<LatencyHistogram.Snapshot> roundTripTimes() {
        return Optional.of(roundTrips.snapshot());
    }

    @Override
    public void traceRoundTrips(Tracing spans) {
        tracing = spans;
    }

    @Override
    public void close() {
        client.close();
    }
}
