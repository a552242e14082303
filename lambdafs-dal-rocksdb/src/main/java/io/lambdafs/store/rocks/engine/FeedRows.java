package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of the change feed: what each committed transaction changed in the namespace, in commit order, for a bounded
 * number of transactions and a bounded time.
 *
 * <p>The table {@link Table#INODE_IDS} has where each inode hangs, and each change of an inode changes its row there too. So
 * the feed looks at that table, and at the blocks.
 */
final class FeedRows {
    /** Rows of the version before have no announcement. */
    private static final int VERSION = 2;

    private static final int WITHOUT_ANNOUNCEMENT = 1;

    /** So many are removed with one batch at most, besides as many as it adds. */
    private static final int TRIMMED_PER_BATCH = 100;

    /** When this share of what it keeps is too much, the feed is trimmed, to do it for many transactions at once. */
    private static final int TOO_MANY_SHARE = 100;

    private static final int TRANSACTIONS_PER_SCAN = 50;

    private final KeyValues tables;
    private final EngineState state;
    private final EngineLimits limits;

    /** Nothing in the feed is older, so that not each batch has to look. */
    private long oldestMicros;

    /** What a row held before the transaction. Nobody else changes it, because the transaction has it locked. */
    @FunctionalInterface
    interface Before {
        @Nullable
        Bytes of(Table table, Bytes key);
    }

    FeedRows(KeyValues tables, EngineState state, EngineLimits limits) {
        this.tables = tables;
        this.state = state;
        this.limits = limits;
    }

    private static Bytes key(long number) {
        return new Encoder().putLong(number).bytes();
    }

    /** The row for a transaction that has just got its number and still holds its locks, if it changed the namespace or announces something. */
    Optional<BatchRow> record(long number, long micros, TransactionOverlay overlay, Before before) {
        List<CommittedChange.Row> deleted = new ArrayList<>();
        List<CommittedChange.Row> written = new ArrayList<>();
        overlay.changes().forEach((row, value) -> {
            if (row.table() == Table.INODE_IDS) {
                recordINode(row.key(), value.orElse(null), before.of(row.table(), row.key()), deleted, written);
            } else if (row.table() == Table.BLOCKS) {
                recordBlock(row, value.isEmpty(), before, deleted, written);
            }
        });
        deleted.addAll(written);
        Bytes announced = overlay.announced();
        return deleted.isEmpty() && announced.isEmpty()
                ? Optional.empty()
                : Optional.of(new BatchRow(Table.CHANGES, key(number), encode(micros, deleted, announced)));
    }

    private void recordINode(
            Bytes id,
            @Nullable Bytes place,
            @Nullable Bytes before,
            List<CommittedChange.Row> deleted,
            List<CommittedChange.Row> written) {
        if (before != null && !before.equals(place)) {
            deleted.add(new CommittedChange.Row(Table.INODE_IDS, id, before, true));
        }
        if (place != null) {
            written.add(new CommittedChange.Row(Table.INODE_IDS, id, place, false));
        }
    }

    private void recordBlock(
            RowKey block,
            boolean gone,
            Before before,
            List<CommittedChange.Row> deleted,
            List<CommittedChange.Row> written) {
        if (!gone) {
            written.add(new CommittedChange.Row(Table.BLOCKS, block.key(), Bytes.EMPTY, false));
        } else if (before.of(Table.BLOCKS, block.key()) != null) {
            deleted.add(new CommittedChange.Row(Table.BLOCKS, block.key(), Bytes.EMPTY, true));
        }
    }

    private static Bytes encode(long micros, List<CommittedChange.Row> rows, Bytes announced) {
        Encoder out = new Encoder().putByte(VERSION).putLong(micros).putInt(rows.size());
        for (CommittedChange.Row row : rows) {
            out.putByte(row.table().number()).putFlag(row.deleted());
            out.putBytes(row.key().array()).putBytes(row.place().array());
        }
        return out.putBytes(announced.array()).bytes();
    }

    /** The deletions of what is too much or too old. */
    List<BatchRow> trim(long nowMicros) {
        if (!isTrimDue(nowMicros)) {
            return List.of();
        }
        List<BatchRow> deletions = new ArrayList<>();
        int most = (int) Math.min(
                TRIMMED_PER_BATCH + limits.changesPerBatch(), Math.max(1, state.changesKept() - limits.changesKept()));
        for (Entry row : tables.scan(Table.CHANGES, key(state.lastTrimmed()).next(), Bytes.EMPTY, most)) {
            long micros = open(row).getLong();
            if (!isOld(micros, nowMicros) && state.changesKept() <= limits.changesKept()) {
                oldestMicros = micros;
                break;
            }
            state.trimmedChange(new Decoder(row.key()).getLong());
            deletions.add(new BatchRow(Table.CHANGES, row.key(), null));
        }
        return deletions;
    }

    private boolean isTrimDue(long nowMicros) {
        long most = limits.changesKept() + limits.changesKept() / TOO_MANY_SHARE;
        return state.changesKept() > most || isOld(oldestMicros, nowMicros);
    }

    private boolean isOld(long micros, long nowMicros) {
        return nowMicros - micros > limits.changesAge().toNanos() / 1000;
    }

    private static Decoder open(Entry row) {
        Decoder in = new Decoder(row.value());
        int version = in.getByte();
        if (version != VERSION && version != WITHOUT_ANNOUNCEMENT) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the change feed has a row of version " + version + ", this release knows " + VERSION
                            + ": use a newer release");
        }
        return in;
    }

    /** What the feed has, as far as it is visible. */
    FeedRange range() {
        return new FeedRange(state.lastTrimmed(), state.lastVisible());
    }

    /**
     * The first changes after the commit with this number, as far as they are visible.
     *
     * @throws StoreException of kind INCOMPATIBLE if some of them are gone, or if no visible commit has this number
     */
    List<CommittedChange> after(long number, int limit) {
        requireReadable(number, limit);
        List<CommittedChange> found = new ArrayList<>();
        Bytes from = key(number).next();
        int changes = 0;
        while (found.size() < limit && changes < ChangeFeed.MAX_ROWS) {
            int most = Math.min(TRANSACTIONS_PER_SCAN, limit - found.size());
            List<Entry> rows = tables.scan(Table.CHANGES, from, Bytes.EMPTY, most);
            for (Entry row : rows) {
                CommittedChange change = change(row);
                found.add(change);
                changes += change.rows().size();
                from = row.key().next();
            }
            if (rows.size() < most) {
                break;
            }
        }
        return found;
    }

    /** As {@link #after}, but what the transactions have announced. */
    List<CommittedAnnouncement> announcedAfter(long number, int limit) {
        requireReadable(number, limit);
        return tables.scan(Table.CHANGES, key(number).next(), Bytes.EMPTY, limit).stream()
                .map(FeedRows::announcement)
                .toList();
    }

    private static CommittedAnnouncement announcement(Entry row) {
        Decoder in = open(row);
        long micros = in.getLong();
        List<CommittedChange.Row> unused = rows(in);
        boolean none = new Decoder(row.value()).getByte() == WITHOUT_ANNOUNCEMENT;
        return new CommittedAnnouncement(
                new Decoder(row.key()).getLong(), micros, none ? Bytes.EMPTY : Bytes.owning(in.getBytes()));
    }

    private void requireReadable(long number, int limit) {
        if (limit < 1 || limit > ChangeFeed.MAX_TRANSACTIONS) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "the change feed returns 1 to " + ChangeFeed.MAX_TRANSACTIONS + " transactions at once, not "
                            + limit);
        }
        if (number < state.lastTrimmed()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the change feed has nothing up to commit " + state.lastTrimmed() + " any more, and commit "
                            + number + " is older: read everything again, and go on from commit "
                            + state.lastVisible());
        }
        if (number > state.lastVisible()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "no commit has the number " + number + ", the newest is " + state.lastVisible()
                            + ": if the store was restored from a backup, read everything again");
        }
    }

    private static CommittedChange change(Entry row) {
        Decoder in = open(row);
        long micros = in.getLong();
        return new CommittedChange(new Decoder(row.key()).getLong(), micros, rows(in));
    }

    private static List<CommittedChange.Row> rows(Decoder in) {
        int size = in.getInt();
        List<CommittedChange.Row> rows = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            Table table = Table.numbered(in.getByte());
            boolean deleted = in.getFlag();
            Bytes key = Bytes.owning(in.getBytes());
            rows.add(new CommittedChange.Row(table, key, Bytes.owning(in.getBytes()), deleted));
        }
        return rows;
    }
}
