package io.lambdafs.store.rocks.keyvalue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** RocksDB as the port wants it, and what becomes of files that are in use, newer or damaged. */
final class RocksKeyValuesTest extends KeyValuesContract {
    @TempDir
    private Path directory = Path.of("");

    @Override
    KeyValues open() {
        return open("tables");
    }

    private KeyValues open(String name) {
        return RocksKeyValues.open(directory.resolve(name), RocksLimits.defaults());
    }

    private StoreException refusal(String name) {
        StoreException refused =
                catchThrowableOfType(StoreException.class, () -> open(name).close());
        assertThat(refused).isNotNull();
        return refused;
    }

    @Test
    void rows_areThereAfterReopening() {
        try (KeyValues first = open("again")) {
            first.write(List.of(put(Table.INODES, "a", "1")));
        }
        try (KeyValues second = open("again")) {
            assertThat(second.get(Table.INODES, bytes("a"))).isEqualTo(bytes("1"));
        }
    }

    @Test
    void directoryInUse_isUnavailable() {
        StoreException refused = refusal("tables");
        assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE);
        assertThat(refused).hasMessageContaining("tables").hasMessageContaining("this process has it open");
    }

    @Test
    void directoryOfANewerRelease_isIncompatible() throws RocksDBException {
        open("newer").close();
        Path newer = directory.resolve("newer");
        List<byte[]> families;
        try (Options options = new Options()) {
            families = RocksDB.listColumnFamilies(options, newer.toString());
        }
        List<ColumnFamilyDescriptor> known =
                families.stream().map(ColumnFamilyDescriptor::new).toList();
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (RocksDB database = RocksDB.open(newer.toString(), known, handles)) {
            byte[] name = "from_the_future".getBytes(StandardCharsets.UTF_8);
            database.createColumnFamily(new ColumnFamilyDescriptor(name)).close();
            handles.forEach(ColumnFamilyHandle::close);
        }
        StoreException refused = refusal("newer");
        assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(refused).hasMessageContaining("from_the_future").hasMessageContaining("newer release");
    }

    @Test
    void flippedBitInTheLog_isNotServed() throws IOException {
        try (KeyValues tables = open("damaged")) {
            for (int i = 0; i < 50; i++) {
                tables.write(List.of(put(Table.INODES, "row-" + i, "x".repeat(1000))));
            }
        }
        Path log = only("damaged", ".log");
        byte[] content = Files.readAllBytes(log);
        content[content.length / 2] = (byte) (content[content.length / 2] ^ 1);
        Files.write(log, content);
        StoreException refused = refusal("damaged");
        assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
        assertThat(refused).hasMessageContaining("are damaged").hasMessageContaining(log.toString());
    }

    @Test
    void flippedBitInATable_isNotServed_andItsFileIsNamed() throws IOException {
        List<BatchRow> rows = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            rows.add(put(Table.INODES, "row-" + i, "x".repeat(100) + i));
        }
        try (KeyValues tables = open("flipped")) {
            tables.write(rows);
        }
        // The rows of the log move to a table's file.
        open("flipped").close();
        Path file = only("flipped", ".sst");
        byte[] content = Files.readAllBytes(file);
        content[content.length / 4] = (byte) (content[content.length / 4] ^ 1);
        Files.write(file, content);
        try (KeyValues tables = open("flipped")) {
            StoreException scan = catchThrowableOfType(
                    StoreException.class, () -> tables.scan(Table.INODES, Bytes.EMPTY, Bytes.EMPTY, 1_000));
            assertThat(scan.kind()).isEqualTo(Kind.INCOMPATIBLE);
            assertThat(scan).hasMessageContaining(file.toString());
            int damaged = 0;
            for (BatchRow row : rows) {
                try {
                    assertThat(tables.get(row.table(), row.key())).isEqualTo(row.value());
                } catch (StoreException refused) {
                    assertThat(refused.kind()).isEqualTo(Kind.INCOMPATIBLE);
                    damaged++;
                }
            }
            assertThat(damaged).isPositive();
        }
    }

    @Test
    void directoryOfAnotherProcess_isUnavailable_andThatOneIsNamed() throws Exception {
        Path place = directory.resolve("others");
        open("others").close();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process other = new ProcessBuilder(
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        OtherProcess.class.getName(),
                        place.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("open");
            StoreException refused = refusal("others");
            assertThat(refused.kind()).isEqualTo(Kind.UNAVAILABLE);
            assertThat(refused).hasMessageContaining("process " + other.pid() + " has it open");
        } finally {
            other.destroyForcibly().waitFor();
        }
        open("others").close();
    }

    /** Has a directory open until it is killed or its input ends. */
    static final class OtherProcess {
        private OtherProcess() {}

        public static void main(String[] arguments) throws IOException {
            try (KeyValues tables = RocksKeyValues.open(Path.of(arguments[0]), RocksLimits.defaults())) {
                tables.refresh();
                System.out.println("open");
                System.in.read();
            }
        }
    }

    @Test
    void tornEndOfTheLog_isLeftOut() throws IOException {
        try (KeyValues tables = open("torn")) {
            tables.write(List.of(put(Table.INODES, "whole", "1")));
            tables.write(List.of(put(Table.INODES, "torn", "x".repeat(1000)), put(Table.BLOCKS, "torn", "1")));
        }
        Path log = only("torn", ".log");
        byte[] content = Files.readAllBytes(log);
        Files.write(log, Arrays.copyOf(content, content.length - 100));
        try (KeyValues tables = open("torn")) {
            assertThat(tables.get(Table.INODES, bytes("whole"))).isEqualTo(bytes("1"));
            assertThat(tables.get(Table.INODES, bytes("torn"))).isNull();
            assertThat(tables.get(Table.BLOCKS, bytes("torn"))).isNull();
        }
    }

    /** The newest file that ends so and is not empty. */
    private Path only(String name, String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve(name))) {
            List<Path> found = files.filter(file ->
                            file.toString().endsWith(ending) && file.toFile().length() > 0)
                    .toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }
}
