package io.lambdafs.namenode.op.constant;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsReplicatedBlockStatsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetFsReplicatedBlockStatsResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getFsReplicatedBlockStats: blocks that wait for a look at their replication, replicas that wait for their deletion. */
final class ReplicatedBlockStatsOperation
        implements ReadOperation<GetFsReplicatedBlockStatsRequestProto, GetFsReplicatedBlockStatsResponseProto> {
    @Override
    public Parser<GetFsReplicatedBlockStatsRequestProto> parser() {
        return GetFsReplicatedBlockStatsRequestProto.parser();
    }

    @Override
    public GetFsReplicatedBlockStatsResponseProto execute(
            CallContext call, Transaction tx, GetFsReplicatedBlockStatsRequestProto request) {
        return GetFsReplicatedBlockStatsResponseProto.newBuilder()
                .setLowRedundancy(tx.work().replicationQueueLength())
                .setCorruptBlocks(0)
                .setMissingBlocks(0)
                .setMissingReplOneBlocks(0)
                .setBlocksInFuture(0)
                .setPendingDeletionBlocks(tx.work().pendingDeletions())
                .setHighestPrioLowRedundancyBlocks(0)
                .setBadlyDistributedBlocks(0)
                .build();
    }
}
