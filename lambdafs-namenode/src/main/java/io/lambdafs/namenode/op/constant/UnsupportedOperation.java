package io.lambdafs.namenode.op.constant;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.MsyncResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * A method that is refused, whatever its message says.
 *
 * @param reason the message for the user
 */
public record UnsupportedOperation(String reason) implements ReadOperation<MsyncRequestProto, MsyncResponseProto> {
    /** A message without fields: it reads every other one. */
    @Override
    public Parser<MsyncRequestProto> parser() {
        return MsyncRequestProto.parser();
    }

    @Override
    public MsyncResponseProto execute(CallContext call, Transaction tx, MsyncRequestProto request) {
        throw new FsException(ErrorCode.UNSUPPORTED_OPERATION, reason);
    }
}
