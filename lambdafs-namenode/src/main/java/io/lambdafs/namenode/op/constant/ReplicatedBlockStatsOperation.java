package io.lambdafs.namenode.op.constant;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.store.Transaction;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsReplicatedBlockStatsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsReplicatedBlockStatsResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getFsReplicatedBlockStats: the blocks that lack replicas, as the housekeeping's last look at each of them found, and the
 * replicas that wait for their deletion.
 */
final class ReplicatedBlockStatsOperation
        implements ReadOperation<GetFsReplicatedBlockStatsRequestProto, GetFsReplicatedBlockStatsResponseProto> {
    @Override
    public Parser<GetFsReplicatedBlockStatsRequestProto> parser() {
        return GetFsReplicatedBlockStatsRequestProto.parser();
    }

    @Override
    public GetFsReplicatedBlockStatsResponseProto execute(
            CallContext call, Transaction tx, GetFsReplicatedBlockStatsRequestProto request) {
        Map<BlockFlaw, Long> flaws = tx.work().countFlaws();
        return GetFsReplicatedBlockStatsResponseProto.newBuilder()
                .setLowRedundancy(flaws.getOrDefault(BlockFlaw.LOW_REDUNDANCY, 0L))
                .setCorruptBlocks(flaws.getOrDefault(BlockFlaw.CORRUPT_REPLICA, 0L))
                .setMissingBlocks(flaws.getOrDefault(BlockFlaw.MISSING, 0L))
                .setMissingReplOneBlocks(flaws.getOrDefault(BlockFlaw.MISSING_REPLICATION_ONE, 0L))
                .setBlocksInFuture(0)
                .setPendingDeletionBlocks(tx.work().pendingDeletions())
                .setHighestPrioLowRedundancyBlocks(0)
                .setBadlyDistributedBlocks(0)
                .build();
    }
}
