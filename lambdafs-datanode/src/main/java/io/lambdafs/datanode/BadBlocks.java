package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * Takes in a DataNode's word that replicas do not match their checksums. Its own are marked. What it says of other
 * DataNodes' replicas is no proof: these DataNodes are asked to check them.
 */
final class BadBlocks {
    private final RenewingWriter writer;

    BadBlocks(RenewingWriter writer) {
        this.writer = requireNonNull(writer, "writer");
    }

    /** Takes in a report; the reporter's replica is on one of these storages. */
    void accept(LocatedBlock bad, DataNodeId reporter, Set<StorageId> storages) {
        Block block = HadoopMessages.block(bad.getBlock().getLocalBlock());
        Set<DataNodeId> named = Arrays.stream(bad.getLocations())
                .map(node -> new DataNodeId(node.getDatanodeUuid()))
                .collect(Collectors.toSet());
        if (named.contains(reporter)) {
            acceptOwn(block, storages);
        } else {
            writer.write(tx -> ask(tx, block, named));
        }
    }

    /** Marks the replica on one of these storages, which are this DataNode's own, as corrupt. */
    void acceptOwn(Block block, Set<StorageId> storages) {
        writer.write(tx -> mark(tx, block, storages));
    }

    private static List<Replica> ask(Transaction tx, Block block, Set<DataNodeId> named) {
        LiveDataNodes all = LiveDataNodes.ofAll(tx.dataNodes().all());
        List<Replica> doubtful = tx.replicas().ofBlocks(List.of(block.id())).stream()
                .filter(replica -> replica.state() == ReplicaState.FINALIZED
                        && replica.generationStamp() == block.generationStamp()
                        && all.having(replica.storage())
                                .filter(node -> named.contains(node.id()))
                                .isPresent())
                .toList();
        for (Replica replica : doubtful) {
            Block version = new Block(block.id(), replica.generationStamp(), replica.length());
            tx.work().send(replica.storage(), List.of(new DataNodeCommand.Verify(version)));
        }
        return doubtful;
    }

    /* Whichever storage of the DataNode has it: a DataNode has one replica of a block. */
    private static List<Replica> mark(Transaction tx, Block block, Set<StorageId> storages) {
        if (!lockFile(tx, block)) {
            return List.of();
        }
        List<Replica> corrupt = tx.replicas().ofBlocks(List.of(block.id())).stream()
                .filter(replica ->
                        storages.contains(replica.storage()) && replica.generationStamp() == block.generationStamp())
                .map(replica -> replica.withState(ReplicaState.CORRUPT))
                .toList();
        if (!corrupt.isEmpty()) {
            tx.replicas().put(corrupt);
            tx.work().checkReplication(List.of(block.id()));
        }
        return corrupt;
    }

    private static boolean lockFile(Transaction tx, Block block) {
        List<RowLock> file = tx.blocks().get(List.of(block.id())).stream()
                .map(BlockInfo::file)
                .map(inode -> new RowLock(inode, LockMode.SHARED))
                .toList();
        return !file.isEmpty() && !tx.inodes().lock(file).isEmpty();
    }
}
