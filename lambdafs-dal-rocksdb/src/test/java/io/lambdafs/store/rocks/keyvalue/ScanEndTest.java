package io.lambdafs.store.rocks.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.PerfLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** A scan passes by nothing that lies behind its end. */
final class ScanEndTest {
    private static final int DELETED = 20_000;

    @TempDir
    private Path directory;

    private static Bytes key(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.UTF_8));
    }

    private static long passedBy(RocksDB counting, Runnable scan) throws RocksDBException {
        counting.setPerfLevel(PerfLevel.ENABLE_COUNT);
        long before = counting.getPerfContext().getInternalDeleteSkippedCount();
        scan.run();
        long passed = counting.getPerfContext().getInternalDeleteSkippedCount() - before;
        counting.setPerfLevel(PerfLevel.DISABLE);
        return passed;
    }

    @Test
    void rowsThatWereDeletedBehindTheEnd_areNotPassedBy() throws RocksDBException {
        // RocksDB counts by thread, whatever database it is.
        try (RocksKeyValues rows = RocksKeyValues.open(directory.resolve("rows"), RocksLimits.defaults());
                RocksDB counting = RocksDB.open(directory.resolve("counting").toString())) {
            List<BatchRow> made = new ArrayList<>();
            List<BatchRow> deleted = new ArrayList<>();
            for (int i = 0; i < DELETED; i++) {
                Bytes key = key(String.format("b%06d", i));
                made.add(new BatchRow(Table.INODES, key, Bytes.EMPTY));
                deleted.add(new BatchRow(Table.INODES, key, null));
            }
            rows.write(made);
            rows.write(deleted);
            rows.write(List.of(
                    new BatchRow(Table.INODES, key("a1"), Bytes.EMPTY),
                    new BatchRow(Table.INODES, key("c"), Bytes.EMPTY)));
            rows.refresh();
            assertThat(passedBy(
                            counting,
                            () -> assertThat(rows.scan(Table.INODES, key("b"), key("c"), 10))
                                    .isEmpty()))
                    .as("those within the range are")
                    .isGreaterThanOrEqualTo(DELETED);
            assertThat(passedBy(
                            counting,
                            () -> assertThat(rows.scan(Table.INODES, key("a"), key("b"), 10))
                                    .hasSize(1)))
                    .isLessThan(10);
            String longer = "a".repeat(2_000);
            assertThat(rows.scan(Table.INODES, key("a"), key("a1" + longer), 10))
                    .hasSize(1);
            assertThat(rows.scan(Table.INODES, key("a"), key("a1"), 10)).isEmpty();
            assertThat(rows.scan(Table.INODES, key("a"), Bytes.EMPTY, 10)).hasSize(2);
        }
    }
}
