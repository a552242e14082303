package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.LockedBlocks;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes down in one transaction what a DataNode says of replicas on one of its storages.
 *
 * <p>The files that the blocks belong to are locked SHARED, so that no replica is noted of a block that is being deleted
 * meanwhile. What is a replica of no block is to be deleted by its DataNode; what does not fit its complete block is left
 * to the look at the block's replication, which knows whether better replicas exist.
 */
final class ReplicaLedger {
    /** The most replicas that are written down at once. */
    static final int BATCH = 512;

    private final Transaction tx;
    private final StorageId storage;

    ReplicaLedger(Transaction tx, StorageId storage) {
        this.tx = requireNonNull(tx, "tx");
        this.storage = requireNonNull(storage, "storage");
    }

    /** Notes these replicas as present and the replicas of those blocks as gone. */
    void record(List<ReportedReplica> present, List<BlockId> gone) {
        LockedBlocks locked = LockedBlocks.of(
                tx,
                Stream.concat(present.stream().map(ReportedReplica::id), gone.stream())
                        .toList());
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
        if (!suspects.isEmpty()) {
            tx.work().checkReplication(suspects);
        }
    }

    private List<BlockId> put(List<ReportedReplica> known, LockedBlocks locked) {
        List<Replica> rows = new ArrayList<>(known.size());
        for (ReportedReplica replica : known) {
            rows.add(replica.on(storage, locked.find(replica.id()).orElseThrow()));
        }
        if (!rows.isEmpty()) {
            tx.replicas().put(rows);
        }
        return suspects(rows, locked);
    }

    /* Complete blocks with a replica that does not fit, or with more replicas than are wanted. */
    private List<BlockId> suspects(List<Replica> put, LockedBlocks locked) {
        List<Replica> complete =
                put.stream().filter(row -> locked.isComplete(row.block())).toList();
        if (complete.isEmpty()) {
            return new ArrayList<>();
        }
        Map<BlockId, Long> good = tx
                .replicas()
                .ofBlocks(complete.stream().map(Replica::block).toList())
                .stream()
                .filter(row -> row.state() == ReplicaState.FINALIZED)
                .collect(Collectors.groupingBy(Replica::block, Collectors.counting()));
        List<BlockId> suspects = new ArrayList<>();
        for (Replica row : complete) {
            BlockInfo block = locked.find(row.block()).orElseThrow();
            if (isMisfit(row, block) || good.getOrDefault(row.block(), 0L) > locked.replication(row.block())) {
                suspects.add(row.block());
            }
        }
        return suspects;
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
