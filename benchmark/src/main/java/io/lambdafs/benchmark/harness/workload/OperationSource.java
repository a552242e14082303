package io.lambdafs.benchmark.harness.workload;

import io.lambdafs.benchmark.harness.operation.Operation;
import java.util.Optional;

/** The operations of one client, in their order. For one thread. */
public interface OperationSource {
    /** The next operation; none if there is nothing left to do. */
    Optional<Operation> next();

    /** It has succeeded. */
    void succeeded(Operation operation);

    /** It has failed, so that nobody knows whether it took effect. */
    void failed(Operation operation);
}
