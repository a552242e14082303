package io.lambdafs.store.rocks;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.operation.EngineOperation;
import io.lambdafs.store.rocks.operation.Opening;
import io.lambdafs.store.rocks.operation.Prefetched;
import io.lambdafs.store.rocks.operation.TableOperation;
import io.lambdafs.wire.latency.LatencyHistogram;
import io.lambdafs.wire.trace.Tracing;
import java.time.Duration;
import java.util.Optional;

/** A way to an engine, which runs in this process or in another one. Thread-safe. Fails with StoreExceptions only. */
interface EngineLink extends AutoCloseable {
    ClusterIdentity identity();

    /**
     * Has the engine do this.
     *
     * @param more how long it may take besides what any operation may take
     */
    <A, R> R ask(EngineOperation<A, R> operation, A argument, Duration more);

    /** As {@link #ask(EngineOperation, Object, Duration)}, without a bound of its own. */
    default <A, R> R ask(EngineOperation<A, R> operation, A argument) {
        return ask(operation, argument, Duration.ZERO);
    }

    /** As {@link #ask(EngineOperation, Object)}, for what may be done twice. */
    default <A, R> R askRepeatably(EngineOperation<A, R> operation, A argument) {
        return ask(operation, argument);
    }

    /** Reads committed rows outside of any transaction. */
    <A, R> R read(TableOperation<A, R> operation, A argument);

    /** Begins a transaction. It rolls back when the link is closed or breaks. */
    Begun begin(WriterId writer, Opening opening);

    /** How often, and how long, callers waited for an answer; empty if the engine is in this process. */
    default Optional<LatencyHistogram.Snapshot> roundTripTimes() {
        return Optional.empty();
    }

    /** Makes a span of each wait for an answer from now on; of none if the engine is in this process. */
    default void traceRoundTrips(Tracing tracing) {}

    @Override
    void close();

    /** A transaction that has begun, and what it found. */
    record Begun(LinkedTransaction transaction, Prefetched prefetched) {
        public Begun {
            requireNonNull(transaction, "transaction");
            requireNonNull(prefetched, "prefetched");
        }
    }
}
