package io.lambdafs.benchmark.harness.operation;

import java.io.IOException;

/** An operation was answered with {@code false}, which is how a file system says that it did nothing. */
public final class FalseReturnException extends IOException {
    private static final long serialVersionUID = 1;

    FalseReturnException(PathOperation operation) {
        super(operation.kind().word() + " of " + operation.path() + " returned false");
    }
}
