package io.lambdafs.store.rocks.keyvalue;

import java.util.List;
import java.util.Map;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * What RocksDB has done in the background since it was opened: compactions, and writing full write buffers to files.
 *
 * @param count how often
 * @param readBytes what was read for it
 * @param writtenBytes what was written by it
 */
record Compactions(long count, long readBytes, long writtenBytes) {
    private static final String STATISTICS = "rocksdb.cfstats";
    private static final String COUNT = "compaction.Sum.CompCount";
    private static final String READ = "compaction.Sum.ReadGB";
    private static final String WRITTEN = "compaction.Sum.WriteGB";
    private static final double GIGABYTE = 1L << 30;

    /** Adds up those of all tables. */
    static Compactions of(RocksDB database, List<ColumnFamilyHandle> tables) throws RocksDBException {
        double count = 0;
        double read = 0;
        double written = 0;
        for (ColumnFamilyHandle table : tables) {
            Map<String, String> statistics = database.getMapProperty(table, STATISTICS);
            count += number(statistics, COUNT);
            read += number(statistics, READ);
            written += number(statistics, WRITTEN);
        }
        return new Compactions(Math.round(count), Math.round(read * GIGABYTE), Math.round(written * GIGABYTE));
    }

    private static double number(Map<String, String> statistics, String name) throws RocksDBException {
        String text = statistics.get(name);
        if (text == null) {
            throw new RocksDBException("RocksDB does not say " + name);
        }
        return Double.parseDouble(text);
    }
}
