package io.lambdafs.store.rocks.keyvalue;

/**
 * How much memory RocksDB may take.
 *
 * @param blockCacheBytes for blocks of its files, their indexes and filters included
 * @param writeBufferBytes for rows that are in its log and not yet in other files
 */
public record RocksLimits(long blockCacheBytes, long writeBufferBytes) {
    private static final long MIB = 1L << 20;

    public RocksLimits {
        if (blockCacheBytes < MIB || writeBufferBytes < MIB) {
            throw new IllegalArgumentException("the block cache and the write buffers have at least 1 MiB each, not "
                    + blockCacheBytes + " and " + writeBufferBytes + " bytes");
        }
    }

    public static RocksLimits defaults() {
        return new RocksLimits(64 * MIB, 64 * MIB);
    }
}
