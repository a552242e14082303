package io.lambdafs.namenode.op.constant;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RollingUpgradeActionProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RollingUpgradeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RollingUpgradeResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** rollingUpgrade: says that none is going on. */
final class RollingUpgradeOperation implements ReadOperation<RollingUpgradeRequestProto, RollingUpgradeResponseProto> {
    @Override
    public Parser<RollingUpgradeRequestProto> parser() {
        return RollingUpgradeRequestProto.parser();
    }

    @Override
    public RollingUpgradeResponseProto execute(CallContext call, Transaction tx, RollingUpgradeRequestProto request) {
        if (request.getAction() != RollingUpgradeActionProto.QUERY) {
            new PermissionChecker(call).requireSuperuser("rollingUpgrade");
            throw new FsException(
                    ErrorCode.UNSUPPORTED_OPERATION, "Rolling upgrades are not supported: instances are replaced");
        }
        return RollingUpgradeResponseProto.getDefaultInstance();
    }
}
