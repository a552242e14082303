package io.lambdafs.namenode.op.constant;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SafeModeActionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetSafeModeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetSafeModeResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** setSafeMode: there is no safe mode, because nothing has to be loaded or reported before requests are served. */
final class SetSafeModeOperation implements ReadOperation<SetSafeModeRequestProto, SetSafeModeResponseProto> {
    private static final SetSafeModeResponseProto OFF =
            SetSafeModeResponseProto.newBuilder().setResult(false).build();

    @Override
    public Parser<SetSafeModeRequestProto> parser() {
        return SetSafeModeRequestProto.parser();
    }

    @Override
    public SetSafeModeResponseProto execute(CallContext call, Transaction tx, SetSafeModeRequestProto request) {
        if (request.getAction() == SafeModeActionProto.SAFEMODE_GET) {
            return OFF;
        }
        new PermissionChecker(call).requireSuperuser("setSafeMode");
        if (request.getAction() == SafeModeActionProto.SAFEMODE_ENTER) {
            throw new FsException(ErrorCode.UNSUPPORTED_OPERATION, "There is no safe mode to enter");
        }
        return OFF;
    }
}
