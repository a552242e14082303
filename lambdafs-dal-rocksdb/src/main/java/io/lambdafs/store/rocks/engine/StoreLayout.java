package io.lambdafs.store.rocks.engine;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.move.MovableStores;
import io.lambdafs.store.move.MoveMark;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.KeyValues;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;

/** What a store says of itself: the version of its layout, and the identity of its file system. */
public final class StoreLayout {
    private static final int VERSION = 1;
    private static final Bytes LAYOUT = new Encoder().putText("layout").bytes();

    /** Under this name a store notes where its content was moved. */
    public static final String MOVED_TO = "moved-to";

    /** Under this name a store that is the target of a move notes how far that is. */
    public static final String MOVE_MARK = "move-mark";

    private StoreLayout() {}

    /**
     * Prepares tables for an engine, before it uses them: empty ones become those of a new file system.
     *
     * @param content the rows that a new file system begins with; they count as written by no transaction
     * @throws StoreException INCOMPATIBLE if they have a layout of another version, or if a move is under way or has ended here
     */
    public static ClusterIdentity prepare(
            KeyValues tables, List<BatchRow> content, InstantSource clock, RandomGenerator random) {
        ClusterIdentity identity = prepareOffline(tables, content, clock, random);
        note(tables, MOVE_MARK).ifPresent(mark -> {
            throw MovableStores.refusal(MoveMark.parse(mark));
        });
        note(tables, MOVED_TO).ifPresent(to -> {
            throw MovableStores.refusal(to);
        });
        return identity;
    }

    /** As {@link #prepare}, for a user that moves the content. */
    public static ClusterIdentity prepareOffline(
            KeyValues tables, List<BatchRow> content, InstantSource clock, RandomGenerator random) {
        Bytes layout = tables.get(Table.META, LAYOUT);
        if (layout != null) {
            return read(layout);
        }
        long now = clock.millis();
        int number = 1 + random.nextInt(Integer.MAX_VALUE - 1);
        UUID cluster = new UUID(random.nextLong(), random.nextLong());
        ClusterIdentity identity =
                new ClusterIdentity(number, "CID-" + cluster, "BP-" + number + "-127.0.0.1-" + now, now);
        List<BatchRow> rows = new ArrayList<>();
        content.forEach(row -> rows.add(new BatchRow(row.table(), row.key(), stored(row))));
        EngineState state = EngineState.fresh();
        state.count(
                Counter.INODES,
                content.stream().filter(row -> row.table() == Table.INODES).count());
        rows.add(state.row());
        rows.add(row(identity));
        tables.write(rows);
        tables.refresh();
        return identity;
    }

    static Bytes noteKey(String name) {
        return new Encoder().putText(name).bytes();
    }

    static Optional<String> note(KeyValues tables, String name) {
        return Optional.ofNullable(tables.get(Table.META, noteKey(name)))
                .map(value -> new String(value.array(), StandardCharsets.UTF_8));
    }

    /** The row that has the identity. */
    static BatchRow row(ClusterIdentity identity) {
        return new BatchRow(Table.META, LAYOUT, write(identity));
    }

    /**
     * Makes tables that come from a backup the present ones of their file system. The store went on after the backup,
     * and gave out numbers that the backup does not know. Such numbers are not given again, all writers of that time
     * are fenced, and readers of the change feed get the error that they are too late.
     *
     * @param more what else changes with that, after the last commit that may have been made
     * @throws StoreException INCOMPATIBLE if these are not tables of an engine, or of another version
     */
    public static ClusterIdentity beginNewLife(KeyValues tables, LongFunction<List<BatchRow>> more) {
        Bytes layout = tables.get(Table.META, LAYOUT);
        Bytes numbers = tables.get(Table.META, EngineState.key());
        if (layout == null || numbers == null) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, "this is not a backup of a store: it does not say which store it is of");
        }
        ClusterIdentity identity = read(layout);
        EngineState state = EngineState.load(numbers);
        state.beginNewLife();
        List<BatchRow> rows = new ArrayList<>(List.of(state.row()));
        rows.addAll(more.apply(state.lastCommit()));
        for (Table table : List.of(Table.WRITERS, Table.CHANGES)) {
            tables.scan(table, Bytes.EMPTY, Bytes.EMPTY, Integer.MAX_VALUE)
                    .forEach(row -> rows.add(new BatchRow(table, row.key(), null)));
        }
        tables.write(rows);
        tables.refresh();
        return identity;
    }

    private static Bytes stored(BatchRow row) {
        return StoredRow.of(0, requireNonNull(row.value()));
    }

    private static Bytes write(ClusterIdentity identity) {
        return new Encoder()
                .putByte(VERSION)
                .putInt(identity.namespaceId())
                .putText(identity.clusterId())
                .putText(identity.blockPoolId())
                .putLong(identity.creationMillis())
                .bytes();
    }

    private static ClusterIdentity read(Bytes layout) {
        Decoder in = new Decoder(layout);
        int version = in.getByte();
        if (version != VERSION) {
            throw new StoreException(
                    Kind.INCOMPATIBLE,
                    "the store has layout version " + version + ", this release knows " + VERSION
                            + ": use the release that made it, or a newer one");
        }
        return new ClusterIdentity(in.getInt(), in.getText(), in.getText(), in.getLong());
    }
}
