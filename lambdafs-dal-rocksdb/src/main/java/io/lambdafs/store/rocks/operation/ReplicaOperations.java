package io.lambdafs.store.rocks.operation;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.rocks.table.BlockCodec;
import java.util.List;

/** The operations on replicas. */
public final class ReplicaOperations {
    /** A part of the replicas on a storage. */
    public record OnStorage(StorageId storage, BlockId after, int limit) {
        static final Codec<OnStorage> CODEC = Codec.of(
                (out, part) -> {
                    Codecs.STORAGE_ID.put(out, part.storage());
                    Codecs.BLOCK_ID.put(out, part.after());
                    out.putInt(part.limit());
                },
                in -> new OnStorage(Codecs.STORAGE_ID.get(in), Codecs.BLOCK_ID.get(in), Codecs.limit(in)));
    }

    /** Replicas of these blocks on a storage. */
    public record Removal(StorageId storage, List<BlockId> blocks) {
        static final Codec<Removal> CODEC = Codec.of(
                (out, removal) -> {
                    Codecs.STORAGE_ID.put(out, removal.storage());
                    IDS.put(out, removal.blocks());
                },
                in -> new Removal(Codecs.STORAGE_ID.get(in), IDS.get(in)));
    }

    /** So many replicas on a storage. */
    public record Some(StorageId storage, int limit) {
        static final Codec<Some> CODEC = Codec.of(
                (out, some) -> {
                    Codecs.STORAGE_ID.put(out, some.storage());
                    out.putInt(some.limit());
                },
                in -> new Some(Codecs.STORAGE_ID.get(in), Codecs.limit(in)));
    }

    private static final Codec<List<BlockId>> IDS = Codecs.batch(Codecs.BLOCK_ID);
    private static final Codec<Replica> REPLICA = Codec.of(BlockCodec::put, BlockCodec::getReplica);

    /** As {@link ReplicaTable#ofBlocks}. */
    public static final TableOperation<List<BlockId>, List<Replica>> OF_BLOCKS = TableOperation.question(
            40,
            "replicas.ofBlocks",
            IDS,
            REPLICA.list(),
            (tables, blocks) -> tables.replicas().ofBlocks(blocks));

    /** As {@link ReplicaTable#onStorage}. */
    public static final TableOperation<OnStorage, List<Replica>> ON_STORAGE = TableOperation.question(
            41,
            "replicas.onStorage",
            OnStorage.CODEC,
            REPLICA.list(),
            (tables, part) -> tables.replicas().onStorage(part.storage(), part.after(), part.limit()));

    /** As {@link ReplicaTable#put}. */
    public static final TableOperation<List<Replica>, Done> PUT = TableOperation.change(
            42,
            "replicas.put",
            Codecs.batch(REPLICA),
            (tables, replicas) -> tables.replicas().put(replicas));

    /** As {@link ReplicaTable#remove}. */
    public static final TableOperation<Removal, Done> REMOVE = TableOperation.change(
            43,
            "replicas.remove",
            Removal.CODEC,
            (tables, removal) -> tables.replicas().remove(removal.storage(), removal.blocks()));

    /** As {@link ReplicaTable#removeSome}. */
    public static final TableOperation<Some, List<BlockId>> REMOVE_SOME = TableOperation.question(
            44,
            "replicas.removeSome",
            Some.CODEC,
            IDS,
            (tables, some) -> tables.replicas().removeSome(some.storage(), some.limit()));

    private ReplicaOperations() {}

    static List<EngineAction<?, ?>> all() {
        return List.of(OF_BLOCKS, ON_STORAGE, PUT, REMOVE, REMOVE_SOME);
    }
}
