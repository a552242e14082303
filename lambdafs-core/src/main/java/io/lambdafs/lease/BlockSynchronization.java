package io.lambdafs.lease;

import static java.util.Objects.requireNonNull;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Takes in what a DataNode reports of a block recovery that it was asked to lead. Thread-safe. */
public final class BlockSynchronization {
    /**
     * A DataNode's report of a block recovery.
     *
     * @param block the block as it was before
     * @param newGenerationStamp the number of the recovery
     * @param closeFile whether the file ends with this block
     * @param deleteBlock whether no replica has any data
     * @param newTargets the storages that have the recovered replica
     */
    public record Report(
            Block block,
            long newGenerationStamp,
            long newLength,
            boolean closeFile,
            boolean deleteBlock,
            List<StorageId> newTargets) {
        public Report {
            requireNonNull(block, "block");
            newTargets = List.copyOf(newTargets);
        }
    }

    private final InstantSource clock;

    public BlockSynchronization(InstantSource clock) {
        this.clock = requireNonNull(clock, "clock");
    }

    /**
     * Applies the report; locks the block's file itself. Does nothing if it was applied before.
     *
     * @throws FsException if the block is unknown, or another recovery of it has been begun since
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
        apply(tx, open, report);
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
        if (report.newLength() < 0) {
            throw refused("Negative length " + report.newLength() + " of block " + report.block());
        }
        if (!report.deleteBlock() && report.newTargets().isEmpty()) {
            throw refused("No storage has block " + report.block() + " after its recovery");
        }
    }

    private void apply(Transaction tx, OpenFile open, Report report) {
        if (report.deleteBlock()) {
            open.removeLast();
        } else {
            recovered(tx, open, report);
        }
        if (report.closeFile() && open.completeCommitted()) {
            open.close(clock.millis());
        } else {
            open.save();
        }
    }

    private static void recovered(Transaction tx, OpenFile open, Report report) {
        BlockInfo last = open.last().orElseThrow();
        Block recovered = new Block(last.id(), report.newGenerationStamp(), report.newLength());
        BlockState state = report.closeFile() ? BlockState.COMMITTED : BlockState.UNDER_CONSTRUCTION;
        open.changeLast(new BlockInfo(recovered, last.file(), last.index(), state, 0, report.newTargets()));
        tx.replicas()
                .put(report.newTargets().stream()
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
