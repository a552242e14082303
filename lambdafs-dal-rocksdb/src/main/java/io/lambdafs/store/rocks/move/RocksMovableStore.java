package io.lambdafs.store.rocks.move;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.move.StoreHeader;
import io.lambdafs.store.rocks.engine.OfflineTables;
import io.lambdafs.store.rocks.engine.StoreLayout;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.RocksKeyValues;
import io.lambdafs.store.rocks.keyvalue.RocksLimits;
import io.lambdafs.store.rocks.keyvalue.Table;
import io.lambdafs.store.rocks.table.MovedRows;
import io.lambdafs.store.rocks.table.StoredTables;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The content of a directory that no engine has open, to be moved. */
public final class RocksMovableStore implements MovableStore {
    private final OfflineTables tables;
    private final MovedRows rows;

    private RocksMovableStore(OfflineTables tables) {
        this.tables = tables;
        rows = new MovedRows(tables);
    }

    /**
     * Opens a directory; an empty or absent one becomes a new file system.
     *
     * @throws io.lambdafs.store.StoreException UNAVAILABLE or INCOMPATIBLE, as {@link RocksKeyValues#open} throws it
     */
    public static RocksMovableStore at(Path directory) {
        return over(RocksKeyValues.open(directory, RocksLimits.defaults()));
    }

    /** Opens tables that no engine uses, and owns them from now on. */
    public static RocksMovableStore over(KeyValues tables) {
        InstantSource clock = InstantSource.system();
        try {
            ClusterIdentity identity = StoreLayout.prepareOffline(
                    tables, StoredTables.ofNewFileSystem(clock.millis()), clock, new SecureRandom());
            return new RocksMovableStore(new OfflineTables(tables, identity));
        } catch (RuntimeException e) {
            tables.close();
            throw e;
        }
    }

    @Override
    public boolean isExclusive() {
        return true;
    }

    @Override
    public StoreHeader header() {
        return tables.header();
    }

    @Override
    public List<Writer> writers() {
        return tables.writers();
    }

    @Override
    public long count(MoveTable table) {
        return rows.count(table);
    }

    @Override
    public List<MoveRow> read(MoveTable table, Optional<MoveKey> after, int limit) {
        return rows.read(table, after, limit);
    }

    @Override
    public Optional<String> seal() {
        return tables.note(StoreLayout.MOVED_TO);
    }

    /** No engine runs, so no transaction is open. */
    @Override
    public void seal(String to, Duration bound) {
        if (!tables.scan(Table.VOLUMES, Bytes.EMPTY, Bytes.EMPTY, 1).isEmpty()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the store has volumes of files for functions, which a move would leave behind: copy out what is needed with"
                            + " 'lambdafs volume get', delete them with 'lambdafs volume delete', and move again");
        }
        tables.note(StoreLayout.MOVED_TO, Optional.of(to));
        tables.removeWriters();
        tables.write();
    }

    @Override
    public void unseal() {
        tables.note(StoreLayout.MOVED_TO, Optional.empty());
        tables.write();
    }

    @Override
    public Optional<MoveMark> mark() {
        return tables.note(StoreLayout.MOVE_MARK).map(MoveMark::parse);
    }

    @Override
    public void begin(MoveMark mark, Duration bound) {
        if (mark().isEmpty()) {
            rows.removeRoot();
            note(mark);
        }
        tables.removeWriters();
        tables.write();
    }

    private void note(MoveMark mark) {
        tables.note(StoreLayout.MOVE_MARK, Optional.of(mark.encode()));
    }

    @Override
    public void write(List<MoveRow> page, MoveMark mark) {
        try {
            page.forEach(rows::add);
            note(mark);
            tables.write();
        } finally {
            tables.forget();
        }
    }

    @Override
    public void adopt(StoreHeader header) {
        tables.adopt(header);
        tables.write();
    }

    @Override
    public void finish() {
        tables.note(StoreLayout.MOVE_MARK, Optional.empty());
        tables.write();
    }

    @Override
    public void close() {
        tables.close();
    }
}
