package io.lambdafs.store.rocks.keyvalue;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.maintenance.StoreFigure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** Tables in a directory, kept by RocksDB. One process at a time may have the directory open. */
public final class RocksKeyValues implements KeyValues {
    private static final String LOG_SUFFIX = ".log";

    /** For the next log, the list of files and the ends of one small file for each table. */
    private static final long RECOVERY_OVERHEAD_BYTES = 4L << 20;

    /** Together half a minute: for how long RocksDB may hold up a write while the disk has room. */
    private static final int MOST_PAUSES = 15_000;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Path directory;
    private final RocksLimits limits;
    private final RocksSettings settings;
    private final DiskRoom room;

    /** Held while the database is copied, reopened or closed. */
    private final Object reopening = new Object();

    /** Null when an attempt to recover has closed it and could not open it again. */
    private @Nullable RocksDatabase database;

    private boolean closed;

    private RocksKeyValues(
            Path directory, RocksLimits limits, RocksSettings settings, DiskRoom room, RocksDatabase database) {
        this.directory = directory;
        this.limits = limits;
        this.settings = settings;
        this.room = room;
        this.database = database;
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
            DiskRoom room = DiskRoom.of(directory, limits.reservedBytes());
            RocksDatabase database = RocksDatabase.open(directory, settings);
            EngineProcess.note(directory);
            return new RocksKeyValues(directory, limits, settings, room, database);
        } catch (RocksDBException e) {
            settings.close();
            throw RocksErrors.cannotOpen(directory, e);
        } catch (IOException e) {
            settings.close();
            throw new StoreException(Kind.UNAVAILABLE, "cannot make the store's directory " + directory, e);
        } catch (StoreException e) {
            settings.close();
            throw e;
        }
    }

    private RocksDatabase database() {
        RocksDatabase opened = database;
        if (opened == null) {
            throw new StoreException(
                    Kind.UNAVAILABLE,
                    "the store in " + directory + " was closed after a failed write and cannot be opened again yet");
        }
        return opened;
    }

    @Override
    public @Nullable Bytes get(Table table, Bytes key) {
        return database().get(table, key);
    }

    @Override
    public List<Entry> scan(Table table, Bytes from, Bytes to, int limit) {
        return database().scan(table, from, to, limit);
    }

    @Override
    public void write(List<BatchRow> batch) {
        RocksDatabase opened = database();
        try (WriteBatch changes = opened.batchOf(batch)) {
            // RocksDB holds up writes while it cannot keep up with them. On a full disk that lasts until there is room
            // again.
            for (int pauses = 0; ; pauses++) {
                room.require(changes.getDataSize());
                if (opened.write(changes)) {
                    return;
                }
                if (pauses == MOST_PAUSES) {
                    throw new StoreException(
                            Kind.UNAVAILABLE,
                            "the store in " + directory
                                    + " does not bring its rows to the disk: see the file LOG there");
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        } catch (RocksDBException e) {
            throw RocksErrors.translate("cannot write to the store's log", e);
        }
    }

    /*
     * RocksDB does not say what of a failed write is in its log. To replay the log is the way to find out. What the replay
     * finds is written to other files and synced, so that it is durable even if the system dropped pages of the log whose
     * sync failed. If the replay ran out of room, nothing would be open any more, reads included. So it begins only when
     * there is room for all of the log's content.
     */
    @Override
    public void recover() {
        room.require(DiskRoom.usedBy(directory, LOG_SUFFIX) + RECOVERY_OVERHEAD_BYTES);
        room.probe();
        synchronized (reopening) {
            reopen();
        }
    }

    private void reopen() {
        if (database != null) {
            database.close();
            database = null;
        }
        try {
            database = RocksDatabase.open(directory, settings);
        } catch (RocksDBException e) {
            throw RocksErrors.cannotOpen(directory, e);
        }
    }

    @Override
    public void refresh() {
        database().refresh();
    }

    @Override
    public List<StoreFigure> figures() {
        List<StoreFigure> figures = new ArrayList<>(database().figures());
        figures.add(StoreFigure.bytes("block cache at most", limits.blockCacheBytes()));
        figures.add(StoreFigure.bytes("write buffers at most", limits.writeBufferBytes()));
        figures.add(StoreFigure.bytes("directory", DiskRoom.usedBy(directory)));
        figures.add(StoreFigure.bytes("free on the disk", room.free()));
        figures.add(StoreFigure.bytes("writes refused below", limits.reservedBytes()));
        return figures;
    }

    @Override
    public void copyTo(Path copy) {
        if (Files.exists(copy)) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, copy + " exists: name a directory that does not exist yet for the copy");
        }
        room.require(0);
        synchronized (reopening) {
            if (closed) {
                throw new StoreException(Kind.UNAVAILABLE, "the store in " + directory + " has been closed");
            }
            database().copyTo(copy);
        }
    }

    /** Reads all files and compares their checksums; throws INCOMPATIBLE with the name of one that is damaged. */
    public void verify() {
        database().verify();
    }

    @Override
    public void close() {
        synchronized (reopening) {
            if (closed) {
                return;
            }
            closed = true;
            if (database != null) {
                database.close();
            }
            settings.close();
        }
    }
}
