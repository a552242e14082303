package io.lambdafs.block;

/** The number that names a block for its whole life; all its replicas carry it. */
public record BlockId(long value) implements Comparable<BlockId> {
    /** The first number that a store may hand out: HDFS keeps 2^30 numbers before it for blocks of old layouts. */
    public static final BlockId FIRST_FREE = new BlockId(1L << 30);

    @Override
    public int compareTo(BlockId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "blk_" + value;
    }
}
