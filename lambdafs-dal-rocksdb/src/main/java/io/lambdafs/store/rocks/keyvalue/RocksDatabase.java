package io.lambdafs.store.rocks.keyvalue;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.maintenance.StoreFigure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** An open RocksDB with a column family for each table, and the snapshot that reads see. */
final class RocksDatabase implements AutoCloseable {
    private final RocksDB database;
    private final List<ColumnFamilyHandle> handles;
    private final Map<Table, ColumnFamilyHandle> families = new EnumMap<>(Table.class);
    private final Map<Table, Integer> numbers = new EnumMap<>(Table.class);
    /* A write that RocksDB would hold up is refused instead: on a full disk it would be held up for ever. */
    private final WriteOptions durably = new WriteOptions().setSync(true).setNoSlowdown(true);
    private Snapshot snapshot;
    private ReadOptions reading;
    private final ScanEnd scanEnd;

    private RocksDatabase(RocksDB database, List<ColumnFamilyHandle> handles) {
        this.database = database;
        this.handles = handles;
        Iterator<ColumnFamilyHandle> handle = handles.iterator();
        // RocksDB's default family stays empty.
        handle.next();
        for (Table table : Table.values()) {
            ColumnFamilyHandle family = handle.next();
            families.put(table, family);
            numbers.put(table, family.getID());
        }
        this.snapshot = database.getSnapshot();
        this.reading = new ReadOptions().setSnapshot(snapshot);
        this.scanEnd = new ScanEnd(snapshot);
    }

    static RocksDatabase open(Path directory, RocksSettings settings) throws RocksDBException {
        requireKnownTables(directory, settings);
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        descriptors.add(settings.family(RocksDB.DEFAULT_COLUMN_FAMILY));
        for (Table table : Table.values()) {
            descriptors.add(settings.family(name(table).getBytes(StandardCharsets.UTF_8)));
        }
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        return new RocksDatabase(
                RocksDB.open(settings.database(), directory.toString(), descriptors, handles), handles);
    }

    private static void requireKnownTables(Path directory, RocksSettings settings) throws RocksDBException {
        if (!Files.exists(directory.resolve("CURRENT"))) {
            return;
        }
        List<String> known = new ArrayList<>(List.of("default"));
        for (Table table : Table.values()) {
            known.add(name(table));
        }
        for (byte[] found : RocksDB.listColumnFamilies(settings.listing(), directory.toString())) {
            String name = new String(found, StandardCharsets.UTF_8);
            if (!known.contains(name)) {
                throw new StoreException(
                        Kind.INCOMPATIBLE,
                        "the store in " + directory + " has a table '" + name
                                + "' that this release does not know: use a newer release");
            }
        }
    }

    private static String name(Table table) {
        return table.name().toLowerCase(Locale.ROOT);
    }

    private ColumnFamilyHandle family(Table table) {
        return requireNonNull(families.get(table));
    }

    @Nullable
    Bytes get(Table table, Bytes key) {
        try {
            byte[] value = database.get(family(table), reading, key.array());
            return value == null ? null : Bytes.owning(value);
        } catch (RocksDBException e) {
            throw RocksErrors.translate("cannot read a row of " + table, e);
        }
    }

    List<Entry> scan(Table table, Bytes from, Bytes to, int limit) {
        List<Entry> found = new ArrayList<>();
        ReadOptions options = to.isEmpty() ? reading : scanEnd.before(to);
        try (RocksIterator rows = database.newIterator(family(table), options)) {
            for (rows.seek(from.array()); rows.isValid() && found.size() < limit; rows.next()) {
                found.add(new Entry(Bytes.owning(rows.key()), Bytes.owning(rows.value())));
            }
            // An iterator that reads a damaged block just ends. Its status has the error.
            rows.status();
            return found;
        } catch (RocksDBException e) {
            throw RocksErrors.translate("cannot scan " + table, e);
        }
    }

    WriteBatch batchOf(List<BatchRow> changes) {
        BatchEncoder batch = new BatchEncoder();
        for (BatchRow change : changes) {
            batch.add(requireNonNull(numbers.get(change.table())), change.key(), change.value());
        }
        return new WriteBatch(batch.bytes());
    }

    /** Writes a batch durably; false if nothing of it was written, because RocksDB must first write rows of its memory to files. */
    boolean write(WriteBatch batch) throws RocksDBException {
        try {
            database.write(durably, batch);
            return true;
        } catch (RocksDBException e) {
            if (e.getStatus() != null && e.getStatus().getCode() == Status.Code.Incomplete) {
                return false;
            }
            throw e;
        }
    }

    void refresh() {
        Snapshot newer = database.getSnapshot();
        ReadOptions readingNewer = new ReadOptions().setSnapshot(newer);
        reading.close();
        scanEnd.sees(newer);
        database.releaseSnapshot(snapshot);
        snapshot = newer;
        reading = readingNewer;
    }

    /** What RocksDB says of its files and its memory. */
    List<StoreFigure> figures() {
        try {
            Compactions compactions = Compactions.of(database, handles);
            return List.of(
                    StoreFigure.count("compactions since the start", compactions.count()),
                    StoreFigure.bytes("read by compactions since the start", compactions.readBytes()),
                    StoreFigure.bytes("written by compactions since the start", compactions.writtenBytes()),
                    StoreFigure.bytes("files of rows", all("rocksdb.total-sst-files-size")),
                    StoreFigure.bytes("waiting for compaction", all("rocksdb.estimate-pending-compaction-bytes")),
                    StoreFigure.bytes("write buffers", all("rocksdb.cur-size-all-mem-tables")),
                    // The families share one cache.
                    StoreFigure.bytes("block cache", database.getLongProperty("rocksdb.block-cache-usage")));
        } catch (RocksDBException e) {
            throw RocksErrors.translate("cannot read the figures of the store", e);
        }
    }

    private long all(String property) throws RocksDBException {
        return database.getAggregatedLongProperty(property);
    }

    void copyTo(Path directory) {
        try (Checkpoint checkpoint = Checkpoint.create(database)) {
            checkpoint.createCheckpoint(directory.toString());
        } catch (RocksDBException e) {
            throw RocksErrors.translate("cannot copy the store to " + directory, e);
        }
    }

    /** Reads all files and compares their checksums. */
    void verify() {
        try {
            database.verifyChecksum();
        } catch (RocksDBException e) {
            throw RocksErrors.translate("the copy of the store is not whole", e);
        }
    }

    @Override
    public void close() {
        reading.close();
        scanEnd.close();
        database.releaseSnapshot(snapshot);
        durably.close();
        handles.forEach(ColumnFamilyHandle::close);
        database.close();
    }
}
