package io.lambdafs.testkit.store;

import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.move.MovableStore;
import io.lambdafs.store.move.MoveKey;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.move.MoveRow;
import io.lambdafs.store.move.MoveTable;
import io.lambdafs.store.move.StoreHeader;
import io.lambdafs.testkit.store.InMemoryDatabase.WriterRow;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The twin's content, to be moved. */
public final class InMemoryMovableStore implements MovableStore {
    private final InMemoryDatabase database;
    private final InMemoryMoveRows rows;

    /** The content of this database, which others may use meanwhile. */
    public InMemoryMovableStore(InMemoryDatabase database) {
        this.database = database;
        rows = new InMemoryMoveRows(database);
    }

    @Override
    public boolean isExclusive() {
        return false;
    }

    @Override
    public StoreHeader header() {
        return exclusively(() -> new StoreHeader(
                database.identity,
                database.sequences,
                database.lastWriter,
                database.feed.range().newest(),
                database.deployments));
    }

    @Override
    public List<Writer> writers() {
        return exclusively(() -> database.writers.entrySet().stream()
                .filter(entry -> !entry.getValue().fenced())
                .map(entry -> new Writer(entry.getKey(), entry.getValue().label()))
                .toList());
    }

    @Override
    public long count(MoveTable table) {
        return exclusively(() -> rows.of(table).count());
    }

    @Override
    public List<MoveRow> read(MoveTable table, Optional<MoveKey> after, int limit) {
        return exclusively(() -> rows.of(table)
                .filter(row -> after.isEmpty() || row.key().compareTo(after.get()) > 0)
                .sorted(Comparator.comparing(MoveRow::key))
                .limit(limit)
                .toList());
    }

    @Override
    public Optional<String> seal() {
        return exclusively(() -> database.movedTo);
    }

    @Override
    public void seal(String to, Duration bound) {
        exclusively(() -> {
            database.movedTo = Optional.of(to);
            return this;
        });
        endWriters(bound);
    }

    @Override
    public void unseal() {
        exclusively(() -> {
            database.movedTo = Optional.empty();
            return this;
        });
    }

    private void endWriters(Duration bound) {
        exclusively(() -> {
            for (WriterId writer : List.copyOf(database.writers.keySet())) {
                database.writers.computeIfPresent(writer, (id, row) -> new WriterRow(row.label(), true));
            }
            if (!database.turns.await(this::isQuiet, bound)) {
                throw new StoreException(Kind.CONFLICT, "a transaction did not end within " + bound);
            }
            return this;
        });
    }

    private boolean isQuiet() {
        List.copyOf(database.open).forEach(InMemoryTransaction::endIfExpired);
        return database.open.isEmpty();
    }

    @Override
    public Optional<MoveMark> mark() {
        return exclusively(() -> database.mark);
    }

    @Override
    public boolean isEmpty() {
        return exclusively(() -> Arrays.stream(MoveTable.values())
                .allMatch(table -> rows.of(table).count() == (table == MoveTable.INODES ? 1 : 0)));
    }

    @Override
    public void begin(MoveMark mark, Duration bound) {
        exclusively(() -> {
            if (database.mark.isEmpty()) {
                database.inodes.rows.remove(INodeId.ROOT);
                database.inodesByKey.rows.remove(new INodeKey(INodeId.NONE, Name.EMPTY));
                database.mark = Optional.of(mark);
            }
            return this;
        });
        endWriters(bound);
    }

    @Override
    public void write(List<MoveRow> page, MoveMark mark) {
        exclusively(() -> {
            page.forEach(rows::add);
            database.mark = Optional.of(mark);
            return this;
        });
    }

    @Override
    public void adopt(StoreHeader header) {
        exclusively(() -> {
            database.identity = header.identity();
            database.sequences.putAll(header.next());
            database.lastWriter = header.lastWriter();
            database.deployments = header.deployments();
            database.feed.restartAfter(header.lastCommit());
            return this;
        });
    }

    @Override
    public void finish() {
        exclusively(() -> {
            database.mark = Optional.empty();
            return this;
        });
    }

    @Override
    public void close() {}

    private <T> T exclusively(Supplier<T> action) {
        return database.exclusively(action);
    }
}
