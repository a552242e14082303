package io.lambdafs.store.rocks.keyvalue;

import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.WALRecoveryMode;

/** How RocksDB is set up, and the native memory that holds it. */
final class RocksSettings implements AutoCloseable {
    private static final double BLOOM_BITS_PER_KEY = 10;
    private static final int OPEN_FILES = 512;
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
        cache = new LRUCache(limits.blockCacheBytes());
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
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(cache)
                        .setCacheIndexAndFilterBlocks(true)
                        .setFilterPolicy(filter));
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
