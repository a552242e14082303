package io.lambdafs.namenode.op.subtree;

import io.lambdafs.fs.FsException;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.subtree.PolicyRequest;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;

/** Requests about policies, inside the one message of protobuf's that carries any bytes. */
final class PolicyMessages {
    private PolicyMessages() {}

    /** The request; MALFORMED_REQUEST if it is none. */
    static PolicyRequest request(BytesValue message) {
        try {
            return PolicyRequest.decode(message.getValue().toByteArray());
        } catch (MalformedEnvelopeException e) {
            throw new FsException(ErrorCode.MALFORMED_REQUEST, "The request is malformed: " + e.getMessage());
        }
    }
}
