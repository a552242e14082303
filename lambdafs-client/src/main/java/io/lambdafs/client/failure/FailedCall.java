package io.lambdafs.client.failure;

import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.ipc.RemoteException;

/** The failure of a call, as the exception that HDFS would send, which also says whose turn it is to act. */
public final class FailedCall extends RemoteException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode.Kind kind;

    /**
     * A failure.
     *
     * @param className the class of HDFS's exception
     * @param kind whose turn it is to act
     */
    public FailedCall(String className, String message, ErrorCode.Kind kind) {
        super(className, message);
        this.kind = kind;
    }

    /** Whose turn it is to act. */
    public ErrorCode.Kind kind() {
        return kind;
    }
}
