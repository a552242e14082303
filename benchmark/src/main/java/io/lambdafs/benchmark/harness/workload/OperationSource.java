package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.operation.PathOperation;
import java.util.Optional;

/** The operations of one client, in their order. For one thread. */
public interface OperationSource {
    /** The next operation; none if there is nothing left to do. */
    Optional<PathOperation> next();

    /** It has succeeded. */
    void succeeded(PathOperation operation);

    /** It has failed, so that nobody knows whether it took effect. */
    void failed(PathOperation operation);
}
