package io.lambdafs.faas.transaction;

/**
 * The bounds of a transaction and of the cache.
 *
 * @param items how many items a transaction may read, and how many it may write
 * @param writtenBytes how many bytes it may write
 * @param cacheBytes how many bytes of blocks and values stay cached between transactions, at least one transaction's
 */
public record TransactionLimits(int items, long writtenBytes, long cacheBytes) {
    /** A commit is one message to the store, which takes 32 MiB. */
    private static final long MOST_WRITTEN = 24L << 20;

    public TransactionLimits {
        if (items < 1 || writtenBytes < 1 || cacheBytes < 0) {
            throw new IllegalArgumentException("a transaction needs room for one item and one byte: " + items + ", "
                    + writtenBytes + ", " + cacheBytes);
        }
        if (writtenBytes > MOST_WRITTEN) {
            throw new IllegalArgumentException(
                    "a transaction writes at most " + MOST_WRITTEN + " bytes, not " + writtenBytes);
        }
    }

    /** The same with another cache. */
    public TransactionLimits withCache(long bytes) {
        return new TransactionLimits(items, writtenBytes, bytes);
    }

    /** 200,000 items, 24 MiB written, 64 MiB cached. */
    public static TransactionLimits defaults() {
        return new TransactionLimits(200_000, MOST_WRITTEN, 64L << 20);
    }
}
