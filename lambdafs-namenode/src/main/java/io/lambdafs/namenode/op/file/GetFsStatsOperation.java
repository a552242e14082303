package io.lambdafs.namenode.op.file;

import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.StorageReport.Space;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.message.DataNodeMessages;
import io.lambdafs.store.Transaction;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsStatsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsStatusRequestProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getFsStats: space over all live DataNodes, and the blocks that wait for a look at their replication. Corrupt and
 * missing blocks are not counted: that would be a scan of all replicas.
 */
final class GetFsStatsOperation implements ReadOperation<GetFsStatusRequestProto, GetFsStatsResponseProto> {
    private final DataNodeView dataNodes;

    GetFsStatsOperation(DataNodeView dataNodes) {
        this.dataNodes = dataNodes;
    }

    @Override
    public Parser<GetFsStatusRequestProto> parser() {
        return GetFsStatusRequestProto.parser();
    }

    @Override
    public GetFsStatsResponseProto execute(CallContext call, Transaction tx, GetFsStatusRequestProto request) {
        List<DataNodeDescriptor> live = dataNodes.live(tx).nodes();
        return GetFsStatsResponseProto.newBuilder()
                .setCapacity(sum(live, Space::capacity))
                .setUsed(sum(live, Space::dfsUsed))
                .setRemaining(sum(live, Space::remaining))
                .setUnderReplicated(tx.work().replicationQueueLength())
                .setCorruptBlocks(0)
                .setMissingBlocks(0)
                .setPendingDeletionBlocks(tx.work().pendingDeletions())
                .build();
    }

    private static long sum(List<DataNodeDescriptor> nodes, ToLongFunction<Space> size) {
        return nodes.stream()
                .mapToLong(node -> DataNodeMessages.sum(node, size))
                .sum();
    }
}
