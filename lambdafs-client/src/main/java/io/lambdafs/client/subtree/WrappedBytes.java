package io.lambdafs.client.subtree;

import java.io.IOException;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.InvalidProtocolBufferException;

/** Messages of our own inside the one message of protobuf's that carries any bytes. */
public final class WrappedBytes {
    private WrappedBytes() {}

    public static BytesValue wrap(byte[] message) {
        return BytesValue.newBuilder().setValue(ByteString.copyFrom(message)).build();
    }

    static byte[] unwrap(byte[] response) throws IOException {
        try {
            return BytesValue.parseFrom(response).getValue().toByteArray();
        } catch (InvalidProtocolBufferException e) {
            throw new IOException("A response about a decoupled subtree is malformed: " + e.getMessage(), e);
        }
    }
}
