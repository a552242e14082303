package io.lambdafs.namenode.cache;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.fs.INodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The blocks of a closed file: all complete, numbered without a gap. Three numbers for each. Immutable. */
final class CachedBlocks {
    private static final CachedBlocks NONE = new CachedBlocks(new long[0]);
    private static final int FIELDS = 3;
    private static final int OBJECT_BYTES = 16;

    private final long[] fields;

    private CachedBlocks(long[] fields) {
        this.fields = fields;
    }

    /** The blocks as read of one file; null if they are not those of a file at rest. */
    static @Nullable CachedBlocks of(List<BlockInfo> blocks) {
        if (blocks.isEmpty()) {
            return NONE;
        }
        long[] fields = new long[FIELDS * blocks.size()];
        for (int i = 0; i < blocks.size(); i++) {
            BlockInfo block = blocks.get(i);
            if (!isAtRest(block) || block.index() != i) {
                return null;
            }
            fields[FIELDS * i] = block.id().value();
            fields[FIELDS * i + 1] = block.block().generationStamp();
            fields[FIELDS * i + 2] = block.block().length();
        }
        return new CachedBlocks(fields);
    }

    private static boolean isAtRest(BlockInfo block) {
        return block.isComplete() && block.recoveryId() == 0 && block.expected().isEmpty();
    }

    int count() {
        return fields.length / FIELDS;
    }

    long id(int index) {
        return fields[FIELDS * index];
    }

    Block block(int index) {
        return new Block(new BlockId(id(index)), fields[FIELDS * index + 1], fields[FIELDS * index + 2]);
    }

    BlockInfo info(int index, INodeId file) {
        return new BlockInfo(block(index), file, index, BlockState.COMPLETE, 0, List.of());
    }

    int bytes() {
        return this == NONE ? 0 : OBJECT_BYTES + Costs.longs(fields.length);
    }
}
