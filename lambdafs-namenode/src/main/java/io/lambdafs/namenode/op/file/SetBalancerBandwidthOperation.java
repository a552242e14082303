package io.lambdafs.namenode.op.file;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetBalancerBandwidthRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetBalancerBandwidthResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * setBalancerBandwidth: tells all live DataNodes how fast they may move replicas for a balancer; for superusers. It reaches a DataNode with its
 * next heartbeat, and holds until the DataNode is started again. As on HDFS, 0 changes nothing.
 */
final class SetBalancerBandwidthOperation
        implements WriteOperation<SetBalancerBandwidthRequestProto, SetBalancerBandwidthResponseProto> {
    /** HDFS's bound, in bytes per second. */
    private static final long MOST = 1L << 40;

    private final DataNodeView dataNodes;

    SetBalancerBandwidthOperation(DataNodeView dataNodes) {
        this.dataNodes = requireNonNull(dataNodes, "dataNodes");
    }

    @Override
    public Parser<SetBalancerBandwidthRequestProto> parser() {
        return SetBalancerBandwidthRequestProto.parser();
    }

    @Override
    public SetBalancerBandwidthResponseProto execute(
            CallContext call, Transaction tx, SetBalancerBandwidthRequestProto request, ChangeSet changes) {
        long bandwidth = request.getBandwidth();
        if (bandwidth > MOST) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Bandwidth should not exceed maximum limit " + MOST + " bytes per second");
        }
        new PermissionChecker(call).requireSuperuser("setBalancerBandwidth");
        if (bandwidth > 0) {
            List<DataNodeCommand> command = List.of(new DataNodeCommand.Throttle(bandwidth));
            for (DataNodeDescriptor node : dataNodes.liveNow(tx).nodes()) {
                if (!node.storages().isEmpty()) {
                    tx.work().send(node.storages().get(0).id(), command);
                }
            }
        }
        return SetBalancerBandwidthResponseProto.getDefaultInstance();
    }
}
