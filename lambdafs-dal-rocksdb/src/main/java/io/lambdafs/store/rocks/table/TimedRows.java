package io.lambdafs.store.rocks.table;

import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A table whose values begin with a time, and its index by that time. */
final class TimedRows {
    private final Rows rows;
    private final Table table;
    private final Table times;

    TimedRows(Rows rows, Table table, Table times) {
        this.rows = rows;
        this.table = table;
        this.times = times;
    }

    /** The row's time, in microseconds since 1970; empty if there is no row. */
    OptionalLong time(Bytes key) {
        return time(Optional.ofNullable(rows.get(table, key)));
    }

    /** As {@link #time}, under an exclusive lock. */
    OptionalLong timeForUpdate(Bytes key) {
        return time(Optional.ofNullable(rows.getForUpdate(table, key)));
    }

    private static OptionalLong time(Optional<Bytes> value) {
        return value.stream()
                .mapToLong(bytes -> Versions.read(bytes).getOrdered())
                .findFirst();
    }

    /** What the row holds besides its time. */
    Optional<byte[]> content(Bytes key) {
        return Optional.ofNullable(rows.get(table, key)).map(value -> {
            Decoder in = Versions.read(value);
            in.getOrdered();
            return in.getRest();
        });
    }

    void put(Bytes key, long micros, byte[] content) {
        timeForUpdate(key).ifPresent(old -> rows.delete(times, Keys.timed(old, key)));
        rows.put(
                table, key, Versions.begin().putOrdered(micros).putRest(content).bytes());
        rows.put(times, Keys.timed(micros, key), Bytes.EMPTY);
    }

    /** Deletes the row; says whether there was one. */
    boolean delete(Bytes key) {
        OptionalLong old = timeForUpdate(key);
        old.ifPresent(micros -> {
            rows.delete(times, Keys.timed(micros, key));
            rows.delete(table, key);
        });
        return old.isPresent();
    }

    /** Up to so many entries of the index before a time, the oldest first, starting at a key of the index. */
    List<Entry> before(Bytes after, long micros, int limit) {
        return rows.scan(times, after, Keys.time(micros), limit);
    }

    /** Up to so many keys of rows older than this, the oldest first. */
    List<Bytes> olderThan(Duration age, int limit) {
        return before(Bytes.EMPTY, rows.nowMicros() - age.toNanos() / 1000, limit).stream()
                .map(entry -> Keys.untimed(entry.key()))
                .toList();
    }
}
