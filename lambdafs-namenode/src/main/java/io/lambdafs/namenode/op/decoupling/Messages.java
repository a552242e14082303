package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsException;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;

/** Messages of our own inside the one message of protobuf's that carries any bytes. */
final class Messages {
    private Messages() {}

    /** What reads a message's bytes. */
    interface Decoding<T> {
        T of(byte[] bytes) throws MalformedEnvelopeException;
    }

    /**
     * Reads a request.
     *
     * @throws FsException if it is malformed
     */
    static <T> T decode(BytesValue request, Decoding<T> decoding) {
        try {
            return decoding.of(request.getValue().toByteArray());
        } catch (MalformedEnvelopeException e) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, "The request is malformed: " + e.getMessage());
        }
    }

    static BytesValue of(byte[] message) {
        return BytesValue.newBuilder().setValue(ByteString.copyFrom(message)).build();
    }
}
