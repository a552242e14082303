package io.lambdafs.namenode.op.file;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.FsException;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.wire.ErrorCode;
import java.util.Optional;

/** The comparison of what a client calls the last block of its file with what is. */
final class PreviousBlock {
    private PreviousBlock() {}

    /**
     * The block that an earlier call added, if this one repeats it; empty if a block is to be added.
     *
     * @throws FsException if the client's last block is neither the last nor the one before it
     */
    static Optional<BlockInfo> findRetried(WrittenFile written, Optional<Block> previous) {
        OpenFile open = written.open();
        Optional<BlockInfo> last = open.last();
        if (matches(previous, last) || appendsAtBoundary(open, previous)) {
            return Optional.empty();
        }
        if (last.isPresent() && matches(previous, open.penultimate())) {
            if (last.get().block().length() != 0 || last.get().isComplete()) {
                throw refused("Request looked like a retry to allocate block "
                        + last.get().block() + " but it already contains "
                        + last.get().block().length() + " bytes");
            }
            return last;
        }
        throw refused("Cannot allocate block in " + written.path() + ": passed 'previous' block " + text(previous)
                + " does not match actual last block in file "
                + text(last.map(BlockInfo::block)));
    }

    /* An append to a file whose last block is full was given no block, so it names none. */
    private static boolean appendsAtBoundary(OpenFile open, Optional<Block> previous) {
        return previous.isEmpty()
                && open.last()
                        .filter(last -> last.isComplete()
                                && last.block().length() >= open.file().blockSize())
                        .isPresent();
    }

    /** Whether both are the same block in the same version, or neither is there. */
    static boolean matches(Optional<Block> said, Optional<BlockInfo> known) {
        if (said.isEmpty() || known.isEmpty()) {
            return said.isEmpty() && known.isEmpty();
        }
        Block block = known.get().block();
        return block.id().equals(said.get().id())
                && block.generationStamp() == said.get().generationStamp();
    }

    private static String text(Optional<Block> block) {
        return block.map(Block::toString).orElse("null");
    }

    private static FsException refused(String message) {
        return new FsException(ErrorCode.IO_ERROR, message);
    }
}
