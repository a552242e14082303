package io.lambdafs.lease;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.LiveDataNodes;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.quota.FileQuotas;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Takes in what a DataNode reports of a block recovery that it was asked to lead. Thread-safe. */
public final class BlockSynchronization {
    /**
     * A DataNode's report of a block recovery.
     *
     * @param reporters the storages of the DataNode that reports
     * @param block the block as it was before
     * @param newGenerationStamp the number of the recovery
     * @param closeFile whether the file ends with this block
     * @param deleteBlock whether no replica has any data
     * @param newTargets the storages that have the recovered replica
     */
    public record Report(
            Set<StorageId> reporters,
            Block block,
            long newGenerationStamp,
            long newLength,
            boolean closeFile,
            boolean deleteBlock,
            List<StorageId> newTargets) {
        public Report {
            reporters = Set.copyOf(reporters);
            requireNonNull(block, "block");
            newTargets = List.copyOf(newTargets);
        }
    }

    private final InstantSource clock;
    private final Duration deadAfter;

    /**
     * Block synchronization.
     *
     * @param deadAfter replicas on DataNodes that were not heard of for so long do not count
     */
    public BlockSynchronization(InstantSource clock, Duration deadAfter) {
        this.clock = requireNonNull(clock, "clock");
        this.deadAfter = requireNonNull(deadAfter, "deadAfter");
    }

    /**
     * Applies the report; locks the block's file itself. Does nothing if it was applied before. Only replicas of the
     * reporting DataNode are noted: the other participants report theirs themselves.
     *
     * @throws FsException if the block is unknown, if another recovery of it has been begun since, or if the DataNode that
     *     reports takes no part in it
     */
    public void apply(Transaction tx, Report report) {
        Optional<BlockInfo> block = find(tx, report.block());
        if (block.isEmpty()) {
            if (report.deleteBlock()) {
                return;
            }
            throw refused("Block (=" + report.block() + ") not found");
        }
        Optional<RegularFile> locked = lock(tx, block.get());
        if (locked.isEmpty()) {
            throw new FsException(
                    ErrorCode.FILE_NOT_FOUND,
                    "File not found: inode " + block.get().file() + ", likely due to delayed block removal");
        }
        OpenFile open = OpenFile.of(tx, locked.get());
        Optional<BlockInfo> last = open.last();
        if (!locked.get().isUnderConstruction() || last.isEmpty() || last.get().isComplete()) {
            return;
        }
        check(last.get(), report);
        open.shortenedLast().ifPresent(shortened -> checkCut(shortened, report));
        apply(tx, open, report);
        FileQuotas.charge(tx, open.file(), open::moreUse);
    }

    private static Optional<BlockInfo> find(Transaction tx, Block block) {
        return tx.blocks().get(List.of(block.id())).stream().findFirst();
    }

    private static Optional<RegularFile> lock(Transaction tx, BlockInfo block) {
        List<INode> locked = tx.inodes().lock(List.of(new RowLock(block.file(), LockMode.EXCLUSIVE)));
        return locked.stream()
                .filter(RegularFile.class::isInstance)
                .map(RegularFile.class::cast)
                .findFirst();
    }

    private static void check(BlockInfo last, Report report) {
        if (!last.id().equals(report.block().id())) {
            throw refused(report.block() + " is not the last block of its file");
        }
        if (last.recoveryId() != report.newGenerationStamp() || last.state() != BlockState.UNDER_RECOVERY) {
            throw refused("The recovery id " + report.newGenerationStamp() + " does not match current recovery id "
                    + last.recoveryId() + " for block " + report.block());
        }
        if (last.expected().stream().noneMatch(report.reporters()::contains)) {
            throw refused("The recovery of block " + report.block() + " was not asked of the DataNode that reports it");
        }
        if (report.newLength() < 0) {
            throw refused("Negative length " + report.newLength() + " of block " + report.block());
        }
        if (!report.deleteBlock() && report.newTargets().isEmpty()) {
            throw refused("No storage has block " + report.block() + " after its recovery");
        }
    }

    /* What was complete before the cut stays in the file, although those that were asked have it no more: others may. */
    private static void checkCut(Block shortened, Report report) {
        if (report.deleteBlock()) {
            throw refused("Block " + report.block() + " is to be cut, not to be deleted");
        }
        if (report.newLength() != shortened.length()) {
            throw refused("Block " + report.block() + " is to be cut at " + shortened.length() + ", not at "
                    + report.newLength());
        }
    }

    private void apply(Transaction tx, OpenFile open, Report report) {
        if (report.deleteBlock()) {
            open.removeLast();
        } else {
            recovered(tx, open, report);
        }
        if (report.closeFile() && open.completeCommitted(storage -> isLive(tx, storage))) {
            open.close(clock.millis());
        } else {
            open.save();
        }
    }

    private boolean isLive(Transaction tx, StorageId storage) {
        return LiveDataNodes.of(tx.dataNodes().all(), deadAfter).has(storage);
    }

    private static void recovered(Transaction tx, OpenFile open, Report report) {
        BlockInfo last = open.last().orElseThrow();
        Block recovered = new Block(last.id(), report.newGenerationStamp(), report.newLength());
        BlockState state = report.closeFile() ? BlockState.COMMITTED : BlockState.UNDER_CONSTRUCTION;
        open.changeLast(new BlockInfo(recovered, last.file(), last.index(), state, 0, report.newTargets()));
        tx.replicas()
                .put(report.newTargets().stream()
                        .filter(report.reporters()::contains)
                        .map(storage -> new Replica(
                                recovered.id(),
                                storage,
                                recovered.generationStamp(),
                                recovered.length(),
                                ReplicaState.FINALIZED))
                        .toList());
    }

    private static FsException refused(String message) {
        return new FsException(ErrorCode.IO_ERROR, message);
    }
}
