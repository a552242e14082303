package io.lambdafs.store.rocks.keyvalue;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WALRecoveryMode;

/** How RocksDB is set up, and the native memory that holds it. */
final class RocksSettings implements AutoCloseable {
    private static final double BLOOM_BITS_PER_KEY = 10;
    private static final int OPEN_FILES = 512;
    private static final long LEAST_SHARD_BYTES = 16L << 20;
    private static final long MOST_SHARDS = 64;

    /** What part of the cache is first for indexes and filters. */
    private static final double PRIORITY_PART = 0.5;

    private static final int INFO_LOGS = 4;
    private static final long INFO_LOG_BYTES = 1L << 20;

    static {
        RocksDB.loadLibrary();
    }

    private final LRUCache cache;
    private final BloomFilter filter = new BloomFilter(BLOOM_BITS_PER_KEY);
    private final DBOptions database;
    private final ColumnFamilyOptions families;
    private final Options listing = new Options();

    RocksSettings(RocksLimits limits) {
        cache = new LRUCache(limits.blockCacheBytes(), shardBits(limits.blockCacheBytes()), false, PRIORITY_PART);
        database = new DBOptions()
                .setCreateIfMissing(true)
                .setCreateMissingColumnFamilies(true)
                .setDbWriteBufferSize(limits.writeBufferBytes())
                .setMaxTotalWalSize(2 * limits.writeBufferBytes())
                .setMaxOpenFiles(OPEN_FILES)
                .setKeepLogFileNum(INFO_LOGS)
                .setMaxLogFileSize(INFO_LOG_BYTES)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                // A crash may leave an incomplete record at the end of the log, which was never acknowledged. Any other
                // damage is
                // an error.
                .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords);
        families = new ColumnFamilyOptions()
                .setWriteBufferSize(Math.max(1L << 20, limits.writeBufferBytes() / 4))
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setTableFormatConfig(tables());
    }

    /*
     * A file of 64 MB has an index and a filter of half a megabyte each, or more. As whole blocks, few of them fit into the cache, and
     * a read of one row reads them anew. So they are made of small blocks as the rows are, which are kept before those of rows.
     */
    private BlockBasedTableConfig tables() {
        return new BlockBasedTableConfig()
                .setBlockCache(cache)
                .setCacheIndexAndFilterBlocks(true)
                .setCacheIndexAndFilterBlocksWithHighPriority(true)
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setPinTopLevelIndexAndFilter(true)
                .setFilterPolicy(filter);
    }

    /* Nothing that is larger than a shard stays in the cache. Few threads read at once, so few shards do. */
    private static int shardBits(long cacheBytes) {
        long shards = Math.max(1, Math.min(MOST_SHARDS, cacheBytes / LEAST_SHARD_BYTES));
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(shards);
    }

    DBOptions database() {
        return database;
    }

    /** What a list of the tables is asked for with. */
    Options listing() {
        return listing;
    }

    ColumnFamilyDescriptor family(byte[] name) {
        return new ColumnFamilyDescriptor(name, families);
    }

    @Override
    public void close() {
        listing.close();
        database.close();
        families.close();
        filter.close();
        cache.close();
    }
}
