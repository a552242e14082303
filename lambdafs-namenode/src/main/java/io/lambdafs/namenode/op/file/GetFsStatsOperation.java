package io.lambdafs.namenode.op.file;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.StorageReport.Space;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.message.DataNodeMessages;
import io.lambdafs.store.Transaction;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsStatsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsStatusRequestProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getFsStats: space over all live DataNodes, and the blocks that lack replicas, as the housekeeping's last look at each of
 * them found.
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
        Map<BlockFlaw, Long> flaws = tx.work().countFlaws();
        return GetFsStatsResponseProto.newBuilder()
                .setCapacity(sum(live, Space::capacity))
                .setUsed(sum(live, Space::dfsUsed))
                .setRemaining(sum(live, Space::remaining))
                .setUnderReplicated(flaws.getOrDefault(BlockFlaw.LOW_REDUNDANCY, 0L))
                .setCorruptBlocks(flaws.getOrDefault(BlockFlaw.CORRUPT_REPLICA, 0L))
                .setMissingBlocks(flaws.getOrDefault(BlockFlaw.MISSING, 0L))
                .setMissingReplOneBlocks(flaws.getOrDefault(BlockFlaw.MISSING_REPLICATION_ONE, 0L))
                .setPendingDeletionBlocks(tx.work().pendingDeletions())
                .build();
    }

    private static long sum(List<DataNodeDescriptor> nodes, ToLongFunction<Space> size) {
        return nodes.stream()
                .mapToLong(node -> DataNodeMessages.sum(node, size))
                .sum();
    }
}
