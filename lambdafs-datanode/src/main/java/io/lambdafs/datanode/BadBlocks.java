package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeId;
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
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in a DataNode's word that replicas of its own do not match their checksums. What it says of other DataNodes'
 * replicas is no proof, and changes nothing.
 */
final class BadBlocks {
    private static final Logger LOG = LoggerFactory.getLogger(BadBlocks.class);

    private final RenewingWriter writer;

    BadBlocks(RenewingWriter writer) {
        this.writer = requireNonNull(writer, "writer");
    }

    /** Marks the reporter's replica, which is on one of these storages, as corrupt. */
    void accept(LocatedBlock bad, DataNodeId reporter, Set<StorageId> storages) {
        Block block = HadoopMessages.block(bad.getBlock().getLocalBlock());
        if (names(bad, reporter)) {
            writer.write(tx -> mark(tx, block, storages));
        } else {
            LOG.atWarn()
                    .setMessage(
                            "this DataNode found a replica of {} bad that is another's: {} are to find it themselves")
                    .addArgument(block)
                    .addArgument(Arrays.asList(bad.getLocations()))
                    .log();
        }
    }

    private static boolean names(LocatedBlock bad, DataNodeId reporter) {
        return Arrays.stream(bad.getLocations())
                .anyMatch(node -> reporter.value().equals(node.getDatanodeUuid()));
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
