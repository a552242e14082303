package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import java.util.List;

/**
 * A block as a part of its file. Changed only by a transaction that holds the file's inode locked exclusively.
 *
 * @param index position in the file, from 0
 * @param recoveryId the generation stamp that the running recovery will give; 0 when there is none
 * @param expected the storages that the block is being written to; empty once it is complete
 */
public record BlockInfo(
        Block block, INodeId file, int index, BlockState state, long recoveryId, List<StorageId> expected) {
    public BlockInfo {
        requireNonNull(block, "block");
        requireNonNull(file, "file");
        requireNonNull(state, "state");
        expected = List.copyOf(expected);
    }

    public BlockId id() {
        return block.id();
    }

    public BlockInfo withBlock(Block changed) {
        return new BlockInfo(changed, file, index, state, recoveryId, expected);
    }

    public BlockInfo withState(BlockState changed) {
        return new BlockInfo(block, file, index, changed, recoveryId, expected);
    }

    public BlockInfo withExpected(List<StorageId> changed) {
        return new BlockInfo(block, file, index, state, recoveryId, changed);
    }

    /** The block at another place, of another file perhaps. */
    public BlockInfo ofFile(INodeId changed, int changedIndex) {
        return new BlockInfo(block, changed, changedIndex, state, recoveryId, expected);
    }

    public BlockInfo underRecovery(long newGenerationStamp) {
        return new BlockInfo(block, file, index, BlockState.UNDER_RECOVERY, newGenerationStamp, expected);
    }

    /** The block with all its replicas known: nothing is expected any more. */
    public BlockInfo complete() {
        return new BlockInfo(block, file, index, BlockState.COMPLETE, 0, List.of());
    }

    public boolean isComplete() {
        return state == BlockState.COMPLETE;
    }
}
