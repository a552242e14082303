package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.housekeeping.LockedBlocks;
import io.lambdafs.housekeeping.ReplicaDeletion;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The hints that come with received replicas: which DataNode's replica of the block is to go instead. A balancer gives
 * them when it moves a replica.
 *
 * <p>A hint is followed in the transaction that notes the new replica, and under an exclusive lock of the file. So the
 * housekeeping, which locks the file too, never sees a surplus from which it would choose another replica.
 *
 * @param byBlock at most one DataNode for each block
 * @param deadAfter replicas on DataNodes that were not heard of for so long do not count
 */
record DeletionHints(Map<BlockId, DataNodeId> byBlock, Duration deadAfter) {
    static final DeletionHints NONE = new DeletionHints(Map.of(), Duration.ZERO);

    DeletionHints {
        byBlock = Map.copyOf(byBlock);
        requireNonNull(deadAfter, "deadAfter");
    }

    /** How the files of the blocks must be locked. */
    LockMode lockMode() {
        return byBlock.isEmpty() ? LockMode.SHARED : LockMode.EXCLUSIVE;
    }

    /**
     * Orders the deletion of the replicas that were named, as far as enough good ones remain.
     *
     * @param received the storage that has the new replicas, which are in the store already
     * @return the blocks of which a replica goes
     */
    List<BlockId> follow(Transaction tx, StorageId received, LockedBlocks locked) {
        List<BlockId> complete =
                byBlock.keySet().stream().filter(locked::isComplete).sorted().toList();
        if (complete.isEmpty()) {
            return List.of();
        }
        LiveDataNodes live = LiveDataNodes.of(tx.dataNodes().all(), deadAfter);
        List<Replica> replicas = tx.replicas().ofBlocks(complete);
        List<Replica> surplus = new ArrayList<>();
        for (BlockId id : complete) {
            BlockInfo block = locked.find(id).orElseThrow();
            List<Replica> good = replicas.stream()
                    .filter(replica ->
                            replica.block().equals(id) && replica.isGoodFor(block.block()) && isUsable(replica, live))
                    .toList();
            if (good.size() > Math.max(1, locked.replication(id))) {
                named(good, received, live).ifPresent(surplus::add);
            }
        }
        new ReplicaDeletion(tx).order(surplus);
        return surplus.stream().map(Replica::block).toList();
    }

    private static boolean isUsable(Replica replica, LiveDataNodes live) {
        return live.target(replica.storage())
                .filter(target -> !target.storage().failed())
                .isPresent();
    }

    /* A replica that moves between storages of one DataNode names that DataNode: its other replica is meant. */
    private Optional<Replica> named(List<Replica> good, StorageId received, LiveDataNodes live) {
        return good.stream()
                .filter(replica -> !replica.storage().equals(received)
                        && live.having(replica.storage())
                                .filter(node -> node.id().equals(byBlock.get(replica.block())))
                                .isPresent())
                .findFirst();
    }
}
