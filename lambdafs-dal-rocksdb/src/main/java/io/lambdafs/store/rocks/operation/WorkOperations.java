package io.lambdafs.store.rocks.operation;

import io.lambdafs.block.BlockFlaw;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.DataNodeId;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.table.BlockCodec;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The operations on the work queues. */
public final class WorkOperations {
    /** Some blocks that were not looked at for a time. */
    public record Due(Duration retryAfter, int limit) {
        static final Codec<Due> CODEC = Codec.of(
                (out, due) -> {
                    Codecs.BOUND.put(out, due.retryAfter());
                    out.putInt(due.limit());
                },
                in -> new Due(Codecs.BOUND.get(in), Codecs.limit(in)));
    }

    /** A part of the blocks with a flaw. */
    public record WithFlaw(BlockFlaw flaw, BlockId after, int limit) {
        static final Codec<WithFlaw> CODEC = Codec.of(
                (out, part) -> {
                    FLAW.put(out, part.flaw());
                    Codecs.BLOCK_ID.put(out, part.after());
                    out.putInt(part.limit());
                },
                in -> new WithFlaw(FLAW.get(in), Codecs.BLOCK_ID.get(in), Codecs.limit(in)));
    }

    /** Commands to the DataNode that has a storage. */
    public record Sending(StorageId storage, List<DataNodeCommand> commands) {
        static final Codec<Sending> CODEC = Codec.of(
                (out, sending) -> {
                    Codecs.STORAGE_ID.put(out, sending.storage());
                    COMMANDS.put(out, sending.commands());
                },
                in -> new Sending(Codecs.STORAGE_ID.get(in), COMMANDS.get(in)));
    }

    /** Some commands to a DataNode. */
    public record Taking(DataNodeId dataNode, int limit) {
        static final Codec<Taking> CODEC = Codec.of(
                (out, taking) -> {
                    Codecs.DATA_NODE_ID.put(out, taking.dataNode());
                    out.putInt(taking.limit());
                },
                in -> new Taking(Codecs.DATA_NODE_ID.get(in), Codecs.limit(in)));
    }

    private static final Codec<List<BlockId>> IDS = Codecs.batch(Codecs.BLOCK_ID);
    private static final Codec<List<DataNodeCommand>> COMMANDS = Codecs.batch(
            Codec.of((Encoder out, DataNodeCommand command) -> BlockCodec.put(out, command), BlockCodec::getCommand));
    private static final Codec<BlockFlaw> FLAW = Codecs.oneOf(List.of(
            BlockFlaw.LOW_REDUNDANCY, BlockFlaw.CORRUPT_REPLICA, BlockFlaw.MISSING, BlockFlaw.MISSING_REPLICATION_ONE));
    private static final Codec<Map<BlockId, Set<BlockFlaw>>> FLAWS = Codec.of(
            (out, flaws) -> {
                out.putInt(flaws.size());
                flaws.forEach((block, found) -> {
                    Codecs.BLOCK_ID.put(out, block);
                    out.putInt(BlockFlaw.mask(found));
                });
            },
            in -> {
                Map<BlockId, Set<BlockFlaw>> flaws = new LinkedHashMap<>();
                for (int left = INodeTable.checkedBatch(in.getCount()); left > 0; left--) {
                    flaws.put(Codecs.BLOCK_ID.get(in), BlockFlaw.ofMask(in.getInt()));
                }
                return flaws;
            });
    private static final Codec<Map<BlockFlaw, Long>> FLAW_COUNTS = Codec.of(
            (out, counts) -> {
                out.putInt(counts.size());
                counts.forEach((flaw, count) -> {
                    FLAW.put(out, flaw);
                    out.putLong(count);
                });
            },
            in -> {
                Map<BlockFlaw, Long> counts = new EnumMap<>(BlockFlaw.class);
                for (int left = in.getCount(); left > 0; left--) {
                    counts.put(FLAW.get(in), in.getLong());
                }
                return counts;
            });

    /** As {@link WorkTable#checkReplication}. */
    public static final TableOperation<List<BlockId>, Done> CHECK_REPLICATION = TableOperation.change(
            70, "work.checkReplication", IDS, (tables, blocks) -> tables.work().checkReplication(blocks));

    /** As {@link WorkTable#dueForReplication}. */
    public static final TableOperation<Due, List<BlockId>> DUE_FOR_REPLICATION = TableOperation.question(
            71,
            "work.dueForReplication",
            Due.CODEC,
            IDS,
            (tables, due) -> tables.work().dueForReplication(due.retryAfter(), due.limit()));

    /** As {@link WorkTable#replicationDone}. */
    public static final TableOperation<List<BlockId>, Done> REPLICATION_DONE = TableOperation.change(
            72, "work.replicationDone", IDS, (tables, blocks) -> tables.work().replicationDone(blocks));

    /** As {@link WorkTable#noteFlaws}. */
    public static final TableOperation<Map<BlockId, Set<BlockFlaw>>, Done> NOTE_FLAWS = TableOperation.change(
            73, "work.noteFlaws", FLAWS, (tables, flaws) -> tables.work().noteFlaws(flaws));

    /** As {@link WorkTable#countFlaws}. */
    public static final TableOperation<Done, Map<BlockFlaw, Long>> COUNT_FLAWS = TableOperation.question(
            74,
            "work.countFlaws",
            Codecs.DONE,
            FLAW_COUNTS,
            (tables, none) -> tables.work().countFlaws());

    /** As {@link WorkTable#withFlaw}. */
    public static final TableOperation<WithFlaw, List<BlockId>> WITH_FLAW = TableOperation.question(
            75,
            "work.withFlaw",
            WithFlaw.CODEC,
            IDS,
            (tables, part) -> tables.work().withFlaw(part.flaw(), part.after(), part.limit()));

    /** As {@link WorkTable#replicationQueueLength}. */
    public static final TableOperation<Done, Long> REPLICATION_QUEUE_LENGTH = TableOperation.question(
            76,
            "work.replicationQueueLength",
            Codecs.DONE,
            Codecs.LONG,
            (tables, none) -> tables.work().replicationQueueLength());

    /** As {@link WorkTable#pendingDeletions}. */
    public static final TableOperation<Done, Long> PENDING_DELETIONS = TableOperation.question(
            77,
            "work.pendingDeletions",
            Codecs.DONE,
            Codecs.LONG,
            (tables, none) -> tables.work().pendingDeletions());

    /** As {@link WorkTable#send}. */
    public static final TableOperation<Sending, Done> SEND = TableOperation.change(
            78,
            "work.send",
            Sending.CODEC,
            (tables, sending) -> tables.work().send(sending.storage(), sending.commands()));

    /** As {@link WorkTable#take}. */
    public static final TableOperation<Taking, List<DataNodeCommand>> TAKE = TableOperation.question(
            79,
            "work.take",
            Taking.CODEC,
            COMMANDS,
            (tables, taking) -> tables.work().take(taking.dataNode(), taking.limit()));

    private WorkOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(
                CHECK_REPLICATION,
                DUE_FOR_REPLICATION,
                REPLICATION_DONE,
                NOTE_FLAWS,
                COUNT_FLAWS,
                WITH_FLAW,
                REPLICATION_QUEUE_LENGTH,
                PENDING_DELETIONS,
                SEND,
                TAKE);
    }
}
