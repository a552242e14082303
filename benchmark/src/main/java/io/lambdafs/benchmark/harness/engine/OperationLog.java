package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.operation.PathOperation;

/** Takes each operation that is performed, from many threads. */
@FunctionalInterface
public interface OperationLog {
    /** Forgets them. */
    OperationLog NONE = (client, dueNanos, operation) -> {};

    /** The due time of an operation that is performed before the run. */
    long BEFORE = -1;

    /** A client performs an operation that is due at a time, in nanoseconds after the beginning of the run, or {@link #BEFORE} the run. */
    void performed(int client, long dueNanos, PathOperation operation);
}
