package io.lambdafs.client;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.ExceptionNames;
import io.lambdafs.wire.ResponseEnvelope;
import org.apache.hadoop.ipc.RemoteException;

/**
 * HDFS's own exceptions for error codes.
 *
 * <p>Everything is thrown as {@link RemoteException}: Hadoop's retry policy fails such a call at once, whereas any other
 * IOException makes it call again, with pauses that add up to minutes, and under a new request id.
 */
final class HdfsErrors {
    private HdfsErrors() {}

    /** The exception that an HDFS NameNode would have sent for this failure. */
    static RemoteException of(ErrorCode code, String message) {
        return new RemoteException(className(code), message);
    }

    /** The exception for a failed response. */
    static RemoteException of(ResponseEnvelope failure) {
        ErrorCode code = failure.error();
        return of(code == null ? ErrorCode.INTERNAL : code, failure.message());
    }

    static String className(ErrorCode code) {
        return ExceptionNames.of(code);
    }
}
