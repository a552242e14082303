package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.housekeeping.LockedBlocks;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes down in one transaction what a DataNode says of replicas on one of its storages.
 *
 * <p>The files that the blocks belong to are locked, so that no replica is noted of a block that is being deleted
 * meanwhile. The DataNode is to delete a replica of no block. A replica that does not fit its complete block is left to
 * the check of the block's replication, which knows whether better replicas exist.
 */
final class ReplicaLedger {
    /** The most replicas that are written down at once. */
    static final int BATCH = 512;

    private final Transaction tx;
    private final StorageId storage;
    private final Set<StorageId> own;

    ReplicaLedger(Transaction tx, StorageId storage) {
        this(tx, storage, Set.of());
    }

    /**
     * A ledger.
     *
     * @param own all storages of the DataNode: a whole replica that is present on one of them has left the others
     */
    ReplicaLedger(Transaction tx, StorageId storage, Set<StorageId> own) {
        this.tx = requireNonNull(tx, "tx");
        this.storage = requireNonNull(storage, "storage");
        this.own = Set.copyOf(own);
    }

    /** Notes these replicas as present and the replicas of those blocks as gone. */
    void record(List<ReportedReplica> present, List<BlockId> gone) {
        record(present, gone, DeletionHints.NONE);
    }

    /** As {@link #record(List, List)}, and follows the hints that came with the present ones. */
    void record(List<ReportedReplica> present, List<BlockId> gone, DeletionHints hints) {
        LockedBlocks locked = LockedBlocks.of(
                tx,
                Stream.concat(present.stream().map(ReportedReplica::id), gone.stream())
                        .toList(),
                hints.lockMode());
        List<ReportedReplica> known = present.stream()
                .filter(replica -> locked.contains(replica.id()))
                .toList();
        List<ReportedReplica> unknown = present.stream()
                .filter(replica -> !locked.contains(replica.id()))
                .toList();
        List<BlockId> suspects = put(known, locked);
        remove(Stream.concat(unknown.stream().map(ReportedReplica::id), gone.stream())
                .toList());
        invalidate(unknown);
        gone.stream().filter(locked::isComplete).forEach(suspects::add);
        suspects.addAll(hints.follow(tx, storage, locked));
        if (!suspects.isEmpty()) {
            tx.work().checkReplication(suspects);
        }
    }

    /* Returns complete blocks with a replica that does not fit, or with more replicas than are wanted. */
    private List<BlockId> put(List<ReportedReplica> known, LockedBlocks locked) {
        Map<BlockId, List<Replica>> stored = ofComplete(known, locked);
        List<Replica> rows = new ArrayList<>(known.size());
        List<BlockId> suspects = new ArrayList<>();
        for (ReportedReplica replica : known) {
            BlockInfo block = locked.find(replica.id()).orElseThrow();
            List<Replica> ofBlock = withoutMoved(replica, stored.getOrDefault(replica.id(), List.of()));
            Replica row = unlessLeaving(replica.on(storage, block), block, ofBlock);
            rows.add(row);
            if (block.isComplete() && (isMisfit(row, block) || isSurplus(row, ofBlock, locked))) {
                suspects.add(row.block());
            }
        }
        if (!rows.isEmpty()) {
            tx.replicas().put(rows);
        }
        return suspects;
    }

    /** Forgets the replicas on the other storages of the DataNode. */
    private List<Replica> withoutMoved(ReportedReplica present, List<Replica> stored) {
        if (!present.finalized() || own.size() < 2) {
            return stored;
        }
        List<Replica> left = new ArrayList<>();
        for (Replica replica : stored) {
            if (!replica.storage().equals(storage) && own.contains(replica.storage())) {
                tx.replicas().remove(replica.storage(), List.of(replica.block()));
            } else {
                left.add(replica);
            }
        }
        return left;
    }

    private Map<BlockId, List<Replica>> ofComplete(List<ReportedReplica> known, LockedBlocks locked) {
        List<BlockId> complete = known.stream()
                .map(ReportedReplica::id)
                .filter(locked::isComplete)
                .toList();
        return complete.isEmpty()
                ? Map.of()
                : tx.replicas().ofBlocks(complete).stream().collect(Collectors.groupingBy(Replica::block));
    }

    /* A report that crosses the order to delete a replica does not make it count again. */
    private Replica unlessLeaving(Replica row, BlockInfo block, List<Replica> stored) {
        boolean leaving = row.isGoodFor(block.block())
                && stored.stream().anyMatch(old -> old.storage().equals(storage) && old.isLeaving(block.block()));
        return leaving ? row.withState(ReplicaState.DELETING) : row;
    }

    private boolean isSurplus(Replica row, List<Replica> stored, LockedBlocks locked) {
        long good = Stream.concat(
                        Stream.of(row),
                        stored.stream().filter(old -> !old.storage().equals(storage)))
                .filter(replica -> replica.state() == ReplicaState.FINALIZED)
                .count();
        return good > locked.replication(row.block());
    }

    private static boolean isMisfit(Replica row, BlockInfo block) {
        boolean finishing = row.state() == ReplicaState.BEING_WRITTEN
                && row.generationStamp() == block.block().generationStamp();
        return !row.isGoodFor(block.block()) && !finishing;
    }

    private void remove(List<BlockId> blocks) {
        if (!blocks.isEmpty()) {
            tx.replicas().remove(storage, blocks);
        }
    }

    private void invalidate(List<ReportedReplica> unknown) {
        if (!unknown.isEmpty()) {
            List<DataNodeCommand> commands = unknown.stream()
                    .<DataNodeCommand>map(replica -> new DataNodeCommand.Invalidate(replica.block()))
                    .toList();
            tx.work().send(storage, commands);
        }
    }
}
