package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables as one open transaction sees them. */
final class TransactionRows implements Rows {
    private final CommittedRows committed;
    private final LockTable locks;
    private final EngineState state;
    private final OpenTransaction transaction;
    private final int mostChanges;

    TransactionRows(
            CommittedRows committed, LockTable locks, EngineState state, OpenTransaction transaction, int mostChanges) {
        this.committed = committed;
        this.locks = locks;
        this.state = state;
        this.transaction = transaction;
        this.mostChanges = mostChanges;
    }

    @Override
    public @Nullable Bytes get(Table table, Bytes key) {
        RowKey row = new RowKey(table, key);
        TransactionOverlay overlay = transaction.overlay();
        return overlay.hasChanged(row) ? overlay.get(row).orElse(null) : committed(row);
    }

    /** What the row holds for all others. */
    @Nullable
    Bytes committed(Table table, Bytes key) {
        return committed(new RowKey(table, key));
    }

    private @Nullable Bytes committed(RowKey row) {
        OpenTransaction.Held held = transaction.held(row);
        return held == null
                ? committed.get(row.table(), row.key())
                : held.committed(() -> committed.get(row.table(), row.key()));
    }

    @Override
    public List<Entry> scan(Table table, Bytes from, Bytes to, int limit) {
        Map<RowKey, Optional<Bytes>> changes = transaction.overlay().between(table, from, to);
        if (changes.isEmpty()) {
            return committed.scan(table, from, to, limit);
        }
        // As many more as the changes may take away.
        int enough = (int) Math.min(Integer.MAX_VALUE, (long) limit + changes.size());
        return TransactionOverlay.lay(changes, committed.scan(table, from, to, enough), limit);
    }

    @Override
    public void put(Table table, Bytes key, Bytes value) {
        change(table, key, Optional.of(value));
    }

    @Override
    public void delete(Table table, Bytes key) {
        change(table, key, Optional.empty());
    }

    private void change(Table table, Bytes key, Optional<Bytes> value) {
        if (!table.isIndex()) {
            lock(table, key, LockMode.EXCLUSIVE);
        }
        transaction.overlay().set(table, key, value);
        if (transaction.overlay().size() > mostChanges) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "a transaction changes at most " + mostChanges + " rows, indexes included: use smaller batches");
        }
    }

    @Override
    public void lock(Table table, Bytes key, LockMode mode) {
        RowKey row = new RowKey(table, key);
        if (!locks.tryAcquire(transaction, row, mode)) {
            throw new LockWait(locks.enqueue(transaction, row, mode));
        }
    }

    @Override
    public boolean isLockedByOther(Table table, Bytes key) {
        return locks.isLockedByOther(transaction, new RowKey(table, key));
    }

    @Override
    public long nowMicros() {
        return committed.nowMicros();
    }

    @Override
    public void announce(Bytes bytes) {
        transaction.overlay().announce(bytes);
    }

    @Override
    public void count(Counter counter, long more) {
        transaction.overlay().count(counter, more);
    }

    @Override
    public long count(Counter counter) {
        return committed.count(counter) + transaction.overlay().count(counter);
    }

    @Override
    public long nextNumber() {
        return state.nextNumber();
    }
}
