package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rows that one piece of work on volumes sees, and what it changes. */
final class VolumeStep implements VersionedRows {
    /** How many rows are looked at for one transaction, each as often as it is looked at. That takes seconds. */
    private static final long MOST_LOOKED_AT = 4_000_000;

    private final KeyValues tables;
    private final PendingRows pending;
    private final EngineState state;
    private final Moment now;
    private final EngineLimits limits;
    private final ReadCounts reads;
    private final Map<Table, NavigableMap<Bytes, Optional<Bytes>>> own = new EnumMap<>(Table.class);
    private int changed;
    private long lookedAt;
    private long number;

    VolumeStep(
            KeyValues tables,
            PendingRows pending,
            ReadCounts reads,
            EngineState state,
            Moment now,
            EngineLimits limits) {
        this.tables = tables;
        this.pending = pending;
        this.state = state;
        this.now = now;
        this.limits = limits;
        this.reads = reads;
    }

    private NavigableMap<Bytes, Optional<Bytes>> own(Table table) {
        return own.computeIfAbsent(table, any -> new TreeMap<>());
    }

    @Override
    public @Nullable Bytes visible(Table table, Bytes key) {
        return tables.get(table, key);
    }

    @Override
    public List<Entry> visible(Table table, Bytes from, Bytes to, int limit) {
        return tables.scan(table, from, to, limit);
    }

    @Override
    public long lastVisible() {
        return state.lastVisible();
    }

    @Override
    public @Nullable Bytes latest(Table table, Bytes key) {
        Optional<Bytes> mine = own(table).get(key);
        if (mine != null) {
            return mine.orElse(null);
        }
        return pending.hasChanged(table, key) ? pending.get(table, key) : tables.get(table, key);
    }

    @Override
    public List<Entry> latest(Table table, Bytes from, Bytes to, int limit) {
        NavigableMap<Bytes, Optional<Bytes>> mine =
                to.isEmpty() ? own(table).tailMap(from, true) : own(table).subMap(from, true, to, false);
        // As many more as the changes may take away.
        int changes = mine.size() + pending.count(table, from, to);
        List<Entry> durable = tables.scan(table, from, to, (int) Math.min(Integer.MAX_VALUE, (long) limit + changes));
        lookAt((long) changes + durable.size());
        NavigableMap<Bytes, Bytes> rows = new TreeMap<>();
        durable.forEach(row -> rows.put(row.key(), row.value()));
        pending.layOver(rows, table, from, to);
        mine.forEach((key, value) -> value.ifPresentOrElse(bytes -> rows.put(key, bytes), () -> rows.remove(key)));
        return PendingRows.entries(rows, limit);
    }

    private void lookAt(long rows) {
        lookedAt += rows;
        if (lookedAt > MOST_LOOKED_AT) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "at most " + MOST_LOOKED_AT + " rows are looked at for a transaction: change less at once");
        }
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
        if (own(table).put(key, value) == null && ++changed > limits.changesPerTransaction()) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "a transaction changes at most " + limits.changesPerTransaction()
                            + " rows, older versions included: change less at once");
        }
    }

    @Override
    public long commit() {
        if (number == 0) {
            number = state.nextCommit();
        }
        return number;
    }

    @Override
    public Duration versionsAge() {
        return limits.versionsAge();
    }

    @Override
    public void noteRead(Bytes key) {
        reads.add(key);
    }

    @Override
    public int reads(Bytes key) {
        return reads.of(key);
    }

    @Override
    public long nowMicros() {
        return now.micros();
    }

    /** What the work has changed. */
    List<BatchRow> changes() {
        List<BatchRow> changes = new ArrayList<>(changed);
        own.forEach((table, rows) ->
                rows.forEach((key, value) -> changes.add(new BatchRow(table, key, value.orElse(null)))));
        return changes;
    }
}
