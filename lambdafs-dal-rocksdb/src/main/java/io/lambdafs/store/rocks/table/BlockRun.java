package io.lambdafs.store.rocks.table;

import io.lambdafs.block.BlockId;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Blocks whose numbers follow each other. One scan reads all their rows, which costs less than to look for each: what is reserved together
 * is often asked for together.
 */
record BlockRun(BlockId first, BlockId last) {
    /** The fewest runs of these blocks, in the order of their numbers. */
    static List<BlockRun> of(Collection<BlockId> ids) {
        List<BlockRun> runs = new ArrayList<>();
        BlockRun run = null;
        for (BlockId id : ids.stream().distinct().sorted().toList()) {
            if (run != null && run.last().value() + 1 == id.value()) {
                run = new BlockRun(run.first(), id);
            } else {
                if (run != null) {
                    runs.add(run);
                }
                run = new BlockRun(id, id);
            }
        }
        if (run != null) {
            runs.add(run);
        }
        return runs;
    }

    boolean isOne() {
        return first.equals(last);
    }

    /** The first key that may be of one of them, where keys begin with the block. */
    Bytes from() {
        return Keys.of(first);
    }

    /** The first key after all that are of one of them. */
    Bytes to() {
        return Keys.of(last).prefixEnd();
    }
}
