package io.lambdafs.store;

import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.trace.Span;
import io.lambdafs.wire.trace.SpanKind;
import io.lambdafs.wire.trace.Tracing;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Runs work in transactions and, alone in the whole program, runs it again when it failed for a reason that passes.
 *
 * <p>The work may run several times and must change nothing but the transaction. Any exception it throws rolls back.
 */
public final class TransactionRunner {
    private final MetadataStore store;
    private final RetryPolicy policy;
    private final Pause pause;
    private final RandomGenerator random;
    private final TransactionStatistics statistics;
    private final UnaryOperator<Transaction> guard;
    private final Tracing tracing;

    public TransactionRunner(MetadataStore store, RetryPolicy policy, Pause pause, RandomGenerator random) {
        this(store, policy, pause, random, new TransactionStatistics(() -> 0));
    }

    /** A runner that counts and times what it does in these statistics. */
    public TransactionRunner(
            MetadataStore store,
            RetryPolicy policy,
            Pause pause,
            RandomGenerator random,
            TransactionStatistics statistics) {
        this(store, policy, pause, random, statistics, UnaryOperator.identity(), Tracing.OFF);
    }

    private TransactionRunner(
            MetadataStore store,
            RetryPolicy policy,
            Pause pause,
            RandomGenerator random,
            TransactionStatistics statistics,
            UnaryOperator<Transaction> guard,
            Tracing tracing) {
        this.store = store;
        this.policy = policy;
        this.pause = pause;
        this.random = random;
        this.statistics = statistics;
        this.guard = guard;
        this.tracing = tracing;
    }

    /** The same runner, but for writing transactions that do what this makes of them. */
    public TransactionRunner guardedBy(UnaryOperator<Transaction> writes) {
        return new TransactionRunner(store, policy, pause, random, statistics, writes, tracing);
    }

    /** The same runner, but each attempt at a transaction is a span below the thread's current one. */
    public TransactionRunner tracedBy(Tracing spans) {
        return new TransactionRunner(store, policy, pause, random, statistics, guard, spans);
    }

    /** Runs reading work. */
    public <T> T read(Function<? super Transaction, T> work) {
        return retry("store read", () -> {
            long begin = statistics.now();
            try (Transaction tx = store.beginRead()) {
                return work.apply(tx);
            } finally {
                statistics.read(begin);
            }
        });
    }

    /** Runs writing work and commits it. */
    public <T> T write(WriterId writer, Function<Transaction, T> work) {
        return retry("store write", () -> {
            long begin = statistics.now();
            try (Transaction tx = guard.apply(store.beginWrite(writer))) {
                T result = work.apply(tx);
                tx.commit();
                return result;
            } finally {
                statistics.wrote(begin);
            }
        });
    }

    /**
     * Runs a client's request at most once over all its resubmissions: work whose outcome was recorded by an earlier
     * transaction is not run again, and the recorded outcome is returned.
     */
    public byte[] writeOnce(WriterId writer, RequestId request, RequestWork work) {
        return retry("store write", () -> {
            RequestAttempt attempt = new RequestAttempt(work);
            long begin = statistics.now();
            try (Transaction tx = guard.apply(store.beginWrite(writer, request, work.hint()))) {
                return attempt.run(tx);
            } finally {
                attempt.ended();
                statistics.wrote(begin);
            }
        });
    }

    private <T> T retry(String name, Supplier<T> attempt) {
        for (int tries = 1; ; tries++) {
            try {
                return traced(name, attempt);
            } catch (StoreException e) {
                statistics.failed();
                if (!e.kind().retriable()
                        || tries >= policy.maxAttempts()
                        || Thread.currentThread().isInterrupted()) {
                    throw e;
                }
                statistics.retried();
                pause.pause(policy.pauseAfter(tries, random));
            }
        }
    }

    private <T> T traced(String name, Supplier<T> attempt) {
        try (Span span = tracing.child(SpanKind.INTERNAL, name)) {
            try {
                return attempt.get();
            } catch (StoreException e) {
                span.failed(e.kind() + ": " + e.getMessage());
                throw e;
            }
        }
    }
}
