package io.lambdafs.testkit.store;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.store.InMemoryDatabase.OutcomeRow;
import io.lambdafs.wire.RequestId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A transaction of the twin: its changes stay its own until it commits; a reading one is one without a writer. */
final class InMemoryTransaction implements Transaction {
    private final MetadataStore store;
    private final InMemoryDatabase database;
    private final Bounds bounds;
    private final @Nullable WriterId writer;
    private final @Nullable RequestId request;
    private final Instant deadline;
    private final Map<InMemoryTable<?, ?>, TableView<?, ?>> views = new LinkedHashMap<>();
    private final TableView<String, OutcomeRow> outcomeRows;
    private final InMemoryINodeTable inodes;
    private final InMemoryBlockTable blocks;
    private final InMemoryReplicaTable replicas;
    private final InMemoryDataNodeTable dataNodes;
    private final InMemoryLeaseTable leases;
    private final InMemoryWorkTable work;
    private final InMemoryRoleTable roles;
    private final InMemoryOutcomeTable outcomes;
    private final InMemoryDetailTable details;
    private byte[] announced = {};
    private boolean recorded;
    private @Nullable StoreException end;

    InMemoryTransaction(
            MetadataStore store,
            InMemoryDatabase database,
            Bounds bounds,
            Optional<WriterId> writer,
            Optional<RequestId> request) {
        this.store = store;
        this.database = database;
        this.bounds = bounds;
        this.writer = writer.orElse(null);
        this.request = request.orElse(null);
        deadline = database.now().plus(bounds.transaction());
        outcomeRows = view(database.outcomes);
        dataNodes = new InMemoryDataNodeTable(this, database);
        work = new InMemoryWorkTable(this, database, dataNodes);
        replicas = new InMemoryReplicaTable(this, database);
        inodes = new InMemoryINodeTable(this, database);
        blocks = new InMemoryBlockTable(this, database, replicas, work);
        leases = new InMemoryLeaseTable(this, database);
        roles = new InMemoryRoleTable(this, database);
        outcomes = new InMemoryOutcomeTable(this, database);
        details = new InMemoryDetailTable(this, database);
    }

    /** This transaction's one view of a table; its changes are applied when it commits. */
    @SuppressWarnings("unchecked") // a table's view is stored under the table, so the types agree
    <K extends Comparable<K>, V> TableView<K, V> view(InMemoryTable<K, V> table) {
        return (TableView<K, V>) views.computeIfAbsent(table, key -> new TableView<>(table, this));
    }

    /** Counts as open from now on; waits for earlier transactions of the same request. */
    void begin() {
        database.open.add(this);
        if (request != null) {
            call(() -> {
                lockExclusive(request);
                return this;
            });
        }
    }

    /** Runs one call of a table's under the monitor; one that fails leaves nothing to do but close. */
    <T> T call(Supplier<T> action) {
        return database.exclusively(() -> {
            requireOpen();
            try {
                return action.get();
            } catch (StoreException e) {
                rollBack(e);
                throw e;
            }
        });
    }

    /** As {@link #call}, for one that returns nothing. */
    void run(Runnable action) {
        call(() -> {
            action.run();
            return this;
        });
    }

    void requireOpen() {
        endIfExpired();
        if (end != null) {
            throw new StoreException(end.kind(), "the transaction has ended", end);
        }
    }

    void endIfExpired() {
        if (end == null && writer != null && !database.now().isBefore(deadline)) {
            rollBack(new StoreException(Kind.EXPIRED, "the transaction lived longer than " + bounds.transaction()));
        }
    }

    boolean isOf(WriterId other) {
        return other.equals(writer);
    }

    boolean isOf(MetadataStore other) {
        return store == other;
    }

    void lockExclusive(Object row) {
        lock(row, LockMode.EXCLUSIVE);
    }

    void lock(Object row, LockMode mode) {
        if (writer == null) {
            throw new StoreException(Kind.INTERNAL, "a reading transaction neither locks nor writes");
        }
        database.locks.acquire(this, row, mode, bounds.lock());
    }

    boolean isLockedByOther(Object row) {
        return database.locks.isHeldByOther(this, row);
    }

    @Override
    public long nowMillis() {
        return database.now().toEpochMilli();
    }

    @Override
    public InMemoryINodeTable inodes() {
        return inodes;
    }

    @Override
    public InMemoryBlockTable blocks() {
        return blocks;
    }

    @Override
    public InMemoryReplicaTable replicas() {
        return replicas;
    }

    @Override
    public InMemoryDataNodeTable dataNodes() {
        return dataNodes;
    }

    @Override
    public InMemoryLeaseTable leases() {
        return leases;
    }

    @Override
    public InMemoryWorkTable work() {
        return work;
    }

    @Override
    public InMemoryRoleTable roles() {
        return roles;
    }

    @Override
    public InMemoryDetailTable details() {
        return details;
    }

    @Override
    public InMemoryOutcomeTable outcomes() {
        return outcomes;
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        return call(() -> Optional.ofNullable(request)
                .filter(asked -> !recorded)
                .flatMap(asked -> outcomeRows.get(asked.toString()))
                .map(row -> row.outcome().clone()));
    }

    @Override
    public void announce(byte[] bytes) {
        run(() -> announced = bytes.clone());
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        run(() -> {
            if (request == null
                    || recorded
                    || outcomeRows.get(request.toString()).isPresent()) {
                throw new StoreException(Kind.INTERNAL, "an outcome is recorded once, and only for a request");
            }
            outcomeRows.put(request.toString(), new OutcomeRow(outcome.clone(), database.now()));
            recorded = true;
        });
    }

    @Override
    public void commit() {
        run(() -> {
            if (views.values().stream().anyMatch(view -> !view.changes().isEmpty())) {
                database.feed.record(database.now(), view(database.inodes), view(database.blocks), announced);
            }
            views.values().forEach(TableView::apply);
            rollBack(new StoreException(Kind.INTERNAL, "the transaction has been committed"));
        });
    }

    @Override
    public void close() {
        database.exclusively(() -> {
            rollBack(new StoreException(Kind.INTERNAL, "the transaction has been closed"));
            return this;
        });
    }

    /** Drops what is not committed, frees the locks, and keeps why, once. */
    private void rollBack(StoreException why) {
        if (end == null) {
            end = why;
            database.open.remove(this);
            database.locks.releaseAll(this);
        }
    }
}
