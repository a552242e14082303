package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeDescriptor;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RenewingWriter;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Takes in a DataNode's word that replicas, its own or another's, do not match their checksums. */
final class BadBlocks {
    private final RenewingWriter writer;

    BadBlocks(RenewingWriter writer) {
        this.writer = requireNonNull(writer, "writer");
    }

    void accept(LocatedBlock bad) {
        Block block = HadoopMessages.block(bad.getBlock().getLocalBlock());
        Set<String> nodes = new HashSet<>();
        for (DatanodeInfo node : bad.getLocations()) {
            nodes.add(node.getDatanodeUuid());
        }
        Set<String> storages = new HashSet<>();
        if (bad.getStorageIDs() != null) {
            storages.addAll(Arrays.asList(bad.getStorageIDs()));
        }
        writer.write(tx -> mark(tx, block, nodes, storages));
    }

    /* The DataNode says which storage it was, or at least which node: a node has one replica of a block. */
    private static List<Replica> mark(Transaction tx, Block block, Set<String> nodes, Set<String> storages) {
        if (!lockFile(tx, block)) {
            return List.of();
        }
        Set<String> affected = new HashSet<>(storages);
        for (DataNodeDescriptor node : tx.dataNodes().all()) {
            if (nodes.contains(node.id().value())) {
                node.storages().forEach(storage -> affected.add(storage.id().value()));
            }
        }
        List<Replica> corrupt = tx.replicas().ofBlocks(List.of(block.id())).stream()
                .filter(replica -> affected.contains(replica.storage().value())
                        && replica.generationStamp() == block.generationStamp())
                .map(replica -> new Replica(
                        replica.block(),
                        replica.storage(),
                        replica.generationStamp(),
                        replica.length(),
                        ReplicaState.CORRUPT))
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
