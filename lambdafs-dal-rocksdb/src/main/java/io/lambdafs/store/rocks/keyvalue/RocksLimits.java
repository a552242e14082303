package io.lambdafs.store.rocks.keyvalue;

/**
 * How much memory RocksDB may take, and how much of the disk it leaves.
 *
 * @param blockCacheBytes for blocks of its files, their indexes and filters included
 * @param writeBufferBytes for rows that are in its log and not yet in other files
 * @param reservedBytes with less free space on the disk than this, writes are refused. It is what RocksDB needs to move rows
 *     from its log to other files.
 */
public record RocksLimits(long blockCacheBytes, long writeBufferBytes, long reservedBytes) {
    private static final long MIB = 1L << 20;

    public RocksLimits {
        if (blockCacheBytes < MIB || writeBufferBytes < MIB) {
            throw new IllegalArgumentException("the block cache and the write buffers have at least 1 MiB each, not "
                    + blockCacheBytes + " and " + writeBufferBytes + " bytes");
        }
        if (reservedBytes < 0) {
            throw new IllegalArgumentException("the reserved space is not negative: " + reservedBytes);
        }
    }

    /** With twice the write buffers reserved: once for the log, once for the files that its rows move to. */
    public static RocksLimits ofMemory(long blockCacheBytes, long writeBufferBytes) {
        return new RocksLimits(blockCacheBytes, writeBufferBytes, 2 * writeBufferBytes);
    }

    public static RocksLimits defaults() {
        return ofMemory(64 * MIB, 64 * MIB);
    }
}
