package io.lambdafs.namenode.content;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.RegularFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A range of a file's bytes with the blocks that hold them.
 *
 * @param blocks the blocks in the range
 * @param last the file's last block, in the range or not
 * @param lastOffset where the last block begins
 * @param completeLength the sum of the lengths of all blocks, without the last one if that is not complete
 */
record FileRange(
        RegularFile file, List<PlacedBlock> blocks, Optional<BlockInfo> last, long lastOffset, long completeLength) {
    /** A block and where in its file it begins. */
    record PlacedBlock(BlockInfo info, long offset) {}

    /**
     * The range, cut as HDFS does: a file whose first block has no bytes gives that block whatever the offset, and a
     * last block without bytes is given with the bytes before it.
     */
    static FileRange of(RegularFile file, List<BlockInfo> all, long offset, long length) {
        if (all.isEmpty()) {
            return new FileRange(file, List.of(), Optional.empty(), 0, 0);
        }
        BlockInfo last = all.get(all.size() - 1);
        long total = all.stream().mapToLong(block -> block.block().length()).sum();
        long lastOffset = total - last.block().length();
        long complete = last.isComplete() ? total : lastOffset;
        return new FileRange(file, cut(all, offset, length), Optional.of(last), lastOffset, complete);
    }

    /** The range of a file that had its length when a snapshot was taken: what came after is left out. */
    static FileRange then(RegularFile file, List<BlockInfo> all, long offset, long length) {
        List<BlockInfo> shown = new ArrayList<>();
        long position = 0;
        for (BlockInfo block : all) {
            if (position >= file.length()) {
                break;
            }
            shown.add(block);
            position += block.block().length();
        }
        FileRange range = of(file, shown, offset, Math.min(length, Math.max(0, file.length() - offset)));
        return new FileRange(file, range.blocks(), range.last(), range.lastOffset(), file.length());
    }

    private static List<PlacedBlock> cut(List<BlockInfo> all, long offset, long length) {
        long end = length > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + length;
        boolean empty = all.get(0).block().length() == 0;
        List<PlacedBlock> blocks = new ArrayList<>();
        long position = 0;
        for (BlockInfo block : all) {
            long next = position + block.block().length();
            boolean begun = !blocks.isEmpty();
            if (begun ? position < end : next > offset || empty) {
                blocks.add(new PlacedBlock(block, position));
            } else if (begun) {
                break;
            }
            position = next;
        }
        return blocks;
    }
}
