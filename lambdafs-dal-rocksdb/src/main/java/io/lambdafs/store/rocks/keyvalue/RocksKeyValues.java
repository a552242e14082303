package io.lambdafs.store.rocks.keyvalue;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.io.IOException;
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
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/** Tables in a directory, kept by RocksDB. One process at a time may have the directory open. */
public final class RocksKeyValues implements KeyValues {
    private final RocksSettings settings;
    private final RocksDB database;
    private final Map<Table, ColumnFamilyHandle> families;
    private final WriteOptions durably = new WriteOptions().setSync(true);
    private Snapshot snapshot;
    private ReadOptions reading;

    private RocksKeyValues(RocksSettings settings, RocksDB database, Map<Table, ColumnFamilyHandle> families) {
        this.settings = settings;
        this.database = database;
        this.families = families;
        this.snapshot = database.getSnapshot();
        this.reading = new ReadOptions().setSnapshot(snapshot);
    }

    /**
     * Opens the tables in this directory; makes it and them where they do not exist.
     *
     * @throws StoreException UNAVAILABLE if the directory cannot be used, for instance because another process does;
     *     INCOMPATIBLE if it is of a newer release or damaged
     */
    public static RocksKeyValues open(Path directory, RocksLimits limits) {
        RocksDB.loadLibrary();
        RocksSettings settings = new RocksSettings(limits);
        try {
            Files.createDirectories(directory);
            return open(directory, settings);
        } catch (RocksDBException e) {
            settings.close();
            throw RocksErrors.translate("cannot open the store in " + directory, e);
        } catch (IOException e) {
            settings.close();
            throw new StoreException(Kind.UNAVAILABLE, "cannot make the store's directory " + directory, e);
        } catch (StoreException e) {
            settings.close();
            throw e;
        }
    }

    private static RocksKeyValues open(Path directory, RocksSettings settings) throws RocksDBException {
        requireKnownTables(directory, settings);
        List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
        descriptors.add(settings.family(RocksDB.DEFAULT_COLUMN_FAMILY));
        for (Table table : Table.values()) {
            descriptors.add(settings.family(name(table).getBytes(StandardCharsets.UTF_8)));
        }
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        RocksDB database = RocksDB.open(settings.database(), directory.toString(), descriptors, handles);
        Map<Table, ColumnFamilyHandle> families = new EnumMap<>(Table.class);
        Iterator<ColumnFamilyHandle> handle = handles.iterator();
        // RocksDB's default family stays empty.
        handle.next();
        for (Table table : Table.values()) {
            families.put(table, handle.next());
        }
        return new RocksKeyValues(settings, database, families);
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

    @Override
    public @Nullable Bytes get(Table table, Bytes key) {
        try {
            byte[] value = database.get(family(table), reading, key.array());
            return value == null ? null : Bytes.owning(value);
        } catch (RocksDBException e) {
            throw RocksErrors.translate("cannot read a row of " + table, e);
        }
    }

    @Override
    public List<Entry> scan(Table table, Bytes from, Bytes to, int limit) {
        List<Entry> found = new ArrayList<>();
        try (RocksIterator rows = database.newIterator(family(table), reading)) {
            for (rows.seek(from.array()); rows.isValid() && found.size() < limit; rows.next()) {
                Bytes key = Bytes.owning(rows.key());
                if (!to.isEmpty() && key.compareTo(to) >= 0) {
                    break;
                }
                found.add(new Entry(key, Bytes.owning(rows.value())));
            }
            // An iterator that reads a damaged block just ends. Its status has the error.
            rows.status();
            return found;
        } catch (RocksDBException e) {
            throw RocksErrors.translate("cannot scan " + table, e);
        }
    }

    @Override
    public void write(List<Change> batch) {
        try (WriteBatch changes = new WriteBatch()) {
            for (Change change : batch) {
                add(changes, change);
            }
            database.write(durably, changes);
        } catch (RocksDBException e) {
            throw RocksErrors.translate("cannot write to the store's log", e);
        }
    }

    private void add(WriteBatch changes, Change change) throws RocksDBException {
        if (change.value() == null) {
            changes.delete(family(change.table()), change.key().array());
        } else {
            changes.put(
                    family(change.table()), change.key().array(), change.value().array());
        }
    }

    @Override
    public void refresh() {
        Snapshot newer = database.getSnapshot();
        ReadOptions readingNewer = new ReadOptions().setSnapshot(newer);
        reading.close();
        database.releaseSnapshot(snapshot);
        snapshot = newer;
        reading = readingNewer;
    }

    @Override
    public void close() {
        reading.close();
        database.releaseSnapshot(snapshot);
        durably.close();
        families.values().forEach(ColumnFamilyHandle::close);
        database.close();
        settings.close();
    }
}
