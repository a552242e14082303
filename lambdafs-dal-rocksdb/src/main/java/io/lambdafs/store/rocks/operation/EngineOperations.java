package io.lambdafs.store.rocks.operation;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.changefeed.FeedRange;
import io.lambdafs.store.maintenance.StoreFigure;
import io.lambdafs.store.maintenance.StoreMaintenance;
import io.lambdafs.store.rocks.engine.CommittedAnnouncement;
import io.lambdafs.store.rocks.engine.CommittedChange;
import io.lambdafs.store.rocks.engine.EngineEvent;
import io.lambdafs.store.rocks.engine.EngineReply;
import io.lambdafs.store.rocks.engine.RunningEngine;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The operations on the engine as a whole. */
public final class EngineOperations {
    /** A writer to fence, and how long to wait for its transactions. */
    public record Fencing(WriterId writer, Duration bound) {
        static final Codec<Fencing> CODEC = Codec.of(
                (out, fencing) -> {
                    WRITER_ID.put(out, fencing.writer());
                    Codecs.BOUND.put(out, fencing.bound());
                },
                in -> new Fencing(WRITER_ID.get(in), Codecs.BOUND.get(in)));
    }

    /** So many numbers of a sequence, at a floor or above it. */
    public record Reservation(Sequence sequence, int count, long floor) {
        public Reservation {
            if (count < 1) {
                throw new IllegalArgumentException("at least one number is reserved, not " + count);
            }
        }

        static final Codec<Reservation> CODEC = Codec.of(
                (out, wish) -> {
                    SEQUENCE.put(out, wish.sequence());
                    out.putInt(wish.count()).putLong(wish.floor());
                },
                in -> new Reservation(SEQUENCE.get(in), in.getInt(), in.getLong()));
    }

    /** Another number of deployments in place of the one that is recorded. */
    public record Redeployment(int from, int to) {
        static final Codec<Redeployment> CODEC = Codec.of(
                (out, change) -> out.putInt(change.from()).putInt(change.to()),
                in -> new Redeployment(in.getInt(), in.getInt()));
    }

    /** A part of the change feed. */
    public record FeedPart(long after, int limit) {
        static final Codec<FeedPart> CODEC = Codec.of(
                (out, part) -> out.putLong(part.after()).putInt(part.limit()),
                in -> new FeedPart(in.getLong(), in.getInt()));
    }

    private static final Codec<WriterId> WRITER_ID = Codecs.LONG.as(WriterId::new, WriterId::value);
    private static final Codec<Sequence> SEQUENCE =
            Codecs.oneOf(List.of(Sequence.INODE, Sequence.BLOCK, Sequence.GENERATION_STAMP));
    private static final Codec<Writer> WRITER = Codec.of(
            (out, writer) -> {
                WRITER_ID.put(out, writer.id());
                out.putText(writer.label());
            },
            in -> new Writer(WRITER_ID.get(in), in.getText()));
    private static final Codec<IdRange> ID_RANGE = Codec.of(
            (out, range) -> out.putLong(range.first()).putInt(range.count()),
            in -> new IdRange(in.getLong(), in.getInt()));
    private static final Codec<FeedRange> FEED_RANGE = Codec.of(
            (out, range) -> out.putLong(range.oldest()).putLong(range.newest()),
            in -> new FeedRange(in.getLong(), in.getLong()));
    private static final Codec<Bytes> KEY = Codecs.BYTES.as(Bytes::owning, Bytes::array);
    private static final Codec<CommittedChange.Row> ROW = Codec.of(
            (out, row) -> {
                out.putByte(row.table().number()).putFlag(row.deleted());
                KEY.put(out, row.key());
                KEY.put(out, row.place());
            },
            in -> {
                Table table = Table.numbered(in.getByte());
                boolean deleted = in.getFlag();
                return new CommittedChange.Row(table, KEY.get(in), KEY.get(in), deleted);
            });
    private static final Codec<List<CommittedChange.Row>> ROWS = ROW.list();
    private static final Codec<CommittedChange> COMMITTED = Codec.of(
            (out, change) -> {
                out.putLong(change.number()).putLong(change.micros());
                ROWS.put(out, change.rows());
            },
            in -> new CommittedChange(in.getLong(), in.getLong(), ROWS.get(in)));
    private static final Codec<CommittedAnnouncement> ANNOUNCEMENT = Codec.of(
            (out, said) -> {
                out.putLong(said.number()).putLong(said.micros());
                KEY.put(out, said.bytes());
            },
            in -> new CommittedAnnouncement(in.getLong(), in.getLong(), KEY.get(in)));
    private static final Codec<StoreFigure> FIGURE = Codec.of(
            (out, figure) ->
                    out.putText(figure.name()).putLong(figure.value()).putFlag(figure.unit() == StoreFigure.Unit.BYTES),
            in -> new StoreFigure(
                    in.getText(), in.getLong(), in.getFlag() ? StoreFigure.Unit.BYTES : StoreFigure.Unit.COUNT));
    private static final Codec<ClusterIdentity> CLUSTER = Codec.of(
            (out, cluster) -> out.putInt(cluster.namespaceId())
                    .putText(cluster.clusterId())
                    .putText(cluster.blockPoolId())
                    .putLong(cluster.creationMillis()),
            in -> new ClusterIdentity(in.getInt(), in.getText(), in.getText(), in.getLong()));

    /** As {@link MetadataStore#identity}. */
    public static final EngineOperation<Done, ClusterIdentity> IDENTITY = new EngineOperation<>(
            1, "engine.identity", Codecs.DONE, CLUSTER, (engine, none, reply) -> reply.succeed(engine.identity()));

    /** As {@link MetadataStore#registerWriter}. */
    public static final EngineOperation<String, WriterId> REGISTER =
            EngineOperation.event(2, "engine.register", Codecs.TEXT, WRITER_ID, EngineEvent.Register::new);

    /** As {@link MetadataStore#fence}. */
    public static final EngineOperation<Fencing, WriterId> FENCE = EngineOperation.event(
            3,
            "engine.fence",
            Fencing.CODEC,
            WRITER_ID,
            (fencing, reply) -> new EngineEvent.Fence(fencing.writer(), fencing.bound(), reply));

    /** The writers with open transactions, or the registered ones: see {@link EngineEvent.Writers}. */
    public static final EngineOperation<Boolean, List<Writer>> WRITERS =
            EngineOperation.event(4, "engine.writers", Codecs.FLAG, WRITER.list(), EngineEvent.Writers::new);

    /** As {@link MetadataStore#reserve(Sequence, int, long)}. */
    public static final EngineOperation<Reservation, IdRange> RESERVE = EngineOperation.event(
            5,
            "engine.reserve",
            Reservation.CODEC,
            ID_RANGE,
            (wish, reply) -> new EngineEvent.Reserve(wish.sequence(), wish.count(), wish.floor(), reply));

    /** As {@link MetadataStore#deployments}. */
    public static final EngineOperation<Integer, Integer> DEPLOYMENTS =
            EngineOperation.event(6, "engine.deployments", Codecs.INT, Codecs.INT, EngineEvent.ClaimDeployments::new);

    /** As {@link MetadataStore#changeDeployments}. */
    public static final EngineOperation<Redeployment, Boolean> CHANGE_DEPLOYMENTS = EngineOperation.event(
            7,
            "engine.changeDeployments",
            Redeployment.CODEC,
            Codecs.FLAG,
            (change, reply) -> new EngineEvent.ChangeDeployments(change.from(), change.to(), reply));

    /** What the change feed has. */
    public static final EngineOperation<Done, FeedRange> FEED_RANGE_OF = EngineOperation.event(
            8, "engine.feedRange", Codecs.DONE, FEED_RANGE, (none, reply) -> new EngineEvent.ChangeRange(reply));

    /** A part of the change feed. */
    public static final EngineOperation<FeedPart, List<CommittedChange>> FEED = EngineOperation.event(
            9,
            "engine.feed",
            FeedPart.CODEC,
            COMMITTED.list(),
            (part, reply) -> new EngineEvent.Changes(part.after(), part.limit(), reply));

    /** What a part of the change feed has announced. */
    public static final EngineOperation<FeedPart, List<CommittedAnnouncement>> ANNOUNCED = EngineOperation.event(
            122,
            "engine.announced",
            FeedPart.CODEC,
            ANNOUNCEMENT.list(),
            (part, reply) -> new EngineEvent.Announcements(part.after(), part.limit(), reply));

    /** As {@link StoreMaintenance#figures}. */
    public static final EngineOperation<Done, List<StoreFigure>> FIGURES = EngineOperation.event(
            120, "engine.figures", Codecs.DONE, FIGURE.list(), (none, reply) -> new EngineEvent.Figures(reply));

    /** As {@link StoreMaintenance#backUp}, with the directory's absolute path. */
    public static final EngineOperation<String, Long> BACK_UP =
            new EngineOperation<>(121, "engine.backUp", Codecs.TEXT, Codecs.LONG, EngineOperations::backUp);

    private EngineOperations() {}

    private static void backUp(RunningEngine engine, String directory, EngineReply<Long> reply) {
        // A path of another file system's rules must not end the thread that serves.
        if (directory.startsWith("/") && directory.indexOf('\0') < 0) {
            engine.copyTo(Path.of(directory), reply);
        } else {
            reply.fail(new StoreException(
                    StoreException.Kind.INTERNAL, "a backup goes to an absolute path, not to " + directory));
        }
    }

    static List<EngineAction<?, ?>> all() {
        return List.of(
                IDENTITY,
                REGISTER,
                FENCE,
                WRITERS,
                RESERVE,
                DEPLOYMENTS,
                CHANGE_DEPLOYMENTS,
                FEED_RANGE_OF,
                FEED,
                ANNOUNCED,
                FIGURES,
                BACK_UP);
    }
}
