package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Change;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What each committed transaction changed in the namespace, in commit order, for a bounded number of them and a bounded time. */
final class ChangeFeed {
    private static final Set<Table> RECORDED = EnumSet.of(Table.INODES, Table.BLOCKS);

    /** So many are removed with one batch at most, besides as many as it adds. */
    private static final int TRIMMED_PER_BATCH = 100;

    private final KeyValues tables;
    private final EngineState state;
    private final EngineLimits limits;

    ChangeFeed(KeyValues tables, EngineState state, EngineLimits limits) {
        this.tables = tables;
        this.state = state;
        this.limits = limits;
    }

    private static Bytes key(long number) {
        return new Encoder().putLong(number).bytes();
    }

    /** The row for a transaction that has just got its number, if it changed the namespace. */
    Optional<Change> record(long number, long micros, Overlay overlay) {
        Encoder out = new Encoder().putLong(micros);
        int[] rows = {0};
        overlay.changes().forEach((row, value) -> {
            if (RECORDED.contains(row.table())) {
                rows[0]++;
                out.putByte(row.table().number()).putFlag(value.isEmpty());
                out.putBytes(row.key().array());
            }
        });
        if (rows[0] == 0) {
            return Optional.empty();
        }
        return Optional.of(
                new Change(Table.CHANGES, key(number), out.putByte(END).bytes()));
    }

    /** Stands where another row's table would. */
    private static final int END = 255;

    /** The deletions of what is too much or too old. */
    List<Change> trim(long nowMicros) {
        List<Change> deletions = new ArrayList<>();
        int most = (int) Math.min(
                TRIMMED_PER_BATCH + limits.changesPerBatch(), Math.max(1, state.changesKept() - limits.changesKept()));
        for (Entry row : tables.scan(Table.CHANGES, key(state.lastTrimmed()).next(), Bytes.EMPTY, most)) {
            boolean old = nowMicros - new Decoder(row.value()).getLong()
                    > limits.changesAge().toNanos() / 1000;
            if (!old && state.changesKept() <= limits.changesKept()) {
                break;
            }
            state.trimmedChange(new Decoder(row.key()).getLong());
            deletions.add(new Change(Table.CHANGES, row.key(), null));
        }
        return deletions;
    }

    /**
     * The first changes after the commit with this number, as far as they are visible.
     *
     * @throws StoreException of kind INCOMPATIBLE if some of them are gone, or if there was no such commit
     */
    List<CommittedChange> after(long number, int limit) {
        if (number < state.lastTrimmed()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the changes after commit " + number + " are gone up to commit " + state.lastTrimmed()
                            + ": read everything anew, and go on from commit " + state.lastVisible());
        }
        if (number > state.lastCommit()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "no commit has the number " + number + ", the last is " + state.lastCommit()
                            + ": if the store was restored from a backup, read everything anew");
        }
        return tables.scan(Table.CHANGES, key(number).next(), Bytes.EMPTY, limit).stream()
                .map(ChangeFeed::change)
                .toList();
    }

    private static CommittedChange change(Entry row) {
        Decoder in = new Decoder(row.value());
        long micros = in.getLong();
        List<CommittedChange.Row> rows = new ArrayList<>();
        for (int table = in.getByte(); table != END; table = in.getByte()) {
            boolean deleted = in.getFlag();
            rows.add(new CommittedChange.Row(Table.numbered(table), Bytes.owning(in.getBytes()), deleted));
        }
        return new CommittedChange(new Decoder(row.key()).getLong(), micros, rows);
    }
}
