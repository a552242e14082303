package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.block.StorageReport;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.content.DataNodeView;
import io.lambdafs.namenode.message.BlockMessages;
import io.lambdafs.store.Transaction;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ReportBadBlocksRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ReportBadBlocksResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.LocatedBlockProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** reportBadBlocks: a reader found replicas whose bytes do not match their checksums. */
final class ReportBadBlocksOperation
        implements WriteOperation<ReportBadBlocksRequestProto, ReportBadBlocksResponseProto> {
    private final BlockMessages messages;
    private final DataNodeView dataNodes;

    ReportBadBlocksOperation(BlockMessages messages, DataNodeView dataNodes) {
        this.messages = messages;
        this.dataNodes = dataNodes;
    }

    @Override
    public Parser<ReportBadBlocksRequestProto> parser() {
        return ReportBadBlocksRequestProto.parser();
    }

    @Override
    public ReportBadBlocksResponseProto execute(
            CallContext call, Transaction tx, ReportBadBlocksRequestProto request, ChangeSet changes) {
        Set<Bad> bad = new HashSet<>();
        for (LocatedBlockProto located : request.getBlocksList()) {
            Block block = messages.block(located.getB());
            storages(tx, located).forEach(storage -> bad.add(new Bad(block.id(), block.generationStamp(), storage)));
        }
        List<BlockId> ids = bad.stream().map(Bad::block).distinct().toList();
        List<Replica> marked = tx.replicas().ofBlocks(ids).stream()
                .filter(replica -> bad.contains(new Bad(replica.block(), replica.generationStamp(), replica.storage())))
                .map(replica -> new Replica(
                        replica.block(),
                        replica.storage(),
                        replica.generationStamp(),
                        replica.length(),
                        ReplicaState.CORRUPT))
                .toList();
        if (!marked.isEmpty()) {
            tx.replicas().put(marked);
            tx.work()
                    .checkReplication(
                            marked.stream().map(Replica::block).distinct().toList());
        }
        return ReportBadBlocksResponseProto.getDefaultInstance();
    }

    /* Old readers name the nodes only: then it is whichever storage of the node has the replica. */
    private Set<StorageId> storages(Transaction tx, LocatedBlockProto located) {
        Set<StorageId> storages = new HashSet<>();
        if (located.getStorageIDsCount() == located.getLocsCount()) {
            located.getStorageIDsList().forEach(id -> storages.add(new StorageId(id)));
            return storages;
        }
        Set<String> nodes = new HashSet<>();
        located.getLocsList().forEach(node -> nodes.add(node.getId().getDatanodeUuid()));
        for (DataNodeDescriptor node : dataNodes.live(tx).nodes()) {
            if (nodes.contains(node.id().value())) {
                node.storages().stream().map(StorageReport::id).forEach(storages::add);
            }
        }
        return storages;
    }

    private record Bad(BlockId block, long generationStamp, StorageId storage) {}
}
