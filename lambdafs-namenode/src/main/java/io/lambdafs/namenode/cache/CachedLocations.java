package io.lambdafs.namenode.cache;

import io.lambdafs.block.Block;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * On which storages each block of a file has its replicas, at one moment: only good ones, and as many as the file asks
 * for, because then nothing is likely to change. Immutable.
 */
final class CachedLocations {
    private static final int OBJECT_BYTES = 24;

    private final long readAtNanos;
    private final StorageId[][] storages;

    private CachedLocations(long readAtNanos, StorageId[][] storages) {
        this.readAtNanos = readAtNanos;
        this.storages = storages;
    }

    /** The places of all blocks; null if a replica is missing or is not what it should be. */
    static @Nullable CachedLocations of(
            CachedBlocks blocks,
            List<List<Replica>> replicas,
            int replication,
            long readAtNanos,
            UnaryOperator<StorageId> interning) {
        StorageId[][] storages = new StorageId[blocks.count()][];
        for (int i = 0; i < storages.length; i++) {
            List<Replica> ofBlock = replicas.get(i);
            Block block = blocks.block(i);
            if (ofBlock.size() < replication || !ofBlock.stream().allMatch(replica -> replica.isGoodFor(block))) {
                return null;
            }
            storages[i] = ofBlock.stream()
                    .map(replica -> interning.apply(replica.storage()))
                    .toArray(StorageId[]::new);
        }
        return new CachedLocations(readAtNanos, storages);
    }

    boolean isYoungerThan(long nanos, long nowNanos) {
        return nowNanos - readAtNanos <= nanos;
    }

    void addReplicas(CachedBlocks blocks, int index, List<Replica> into) {
        Block block = blocks.block(index);
        for (StorageId storage : storages[index]) {
            into.add(new Replica(block.id(), storage, block.generationStamp(), block.length(), ReplicaState.FINALIZED));
        }
    }

    List<Replica> replicas(CachedBlocks blocks, int index) {
        List<Replica> replicas = new ArrayList<>(storages[index].length);
        addReplicas(blocks, index, replicas);
        return replicas;
    }

    int bytes() {
        int bytes = OBJECT_BYTES + Costs.references(storages.length);
        for (StorageId[] ofBlock : storages) {
            bytes += Costs.references(ofBlock.length);
        }
        return bytes;
    }
}
