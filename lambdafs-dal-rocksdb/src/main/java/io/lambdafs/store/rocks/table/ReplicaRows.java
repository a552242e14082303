package io.lambdafs.store.rocks.table;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The replicas: rows by block and storage, with an index by storage and block. */
public final class ReplicaRows implements ReplicaTable {
    private final Rows rows;

    ReplicaRows(Rows rows) {
        this.rows = rows;
    }

    @Override
    public List<Replica> ofBlocks(List<BlockId> blocks) {
        return BlockRun.of(blocks).stream().flatMap(this::ofRun).toList();
    }

    private Stream<Replica> ofRun(BlockRun run) {
        return rows.scan(Table.REPLICAS, run.from(), run.to(), Integer.MAX_VALUE).stream()
                .map(row -> BlockCodec.replica(row.value()));
    }

    @Override
    public List<Replica> onStorage(StorageId storage, BlockId after, int limit) {
        return replicasFrom(storage, Keys.of(storage, after).next(), limit);
    }

    private List<Replica> replicasFrom(StorageId storage, Bytes from, int limit) {
        Bytes prefix = Keys.prefix(storage.value());
        return rows.scan(Table.STORAGE_REPLICAS, from, prefix.prefixEnd(), limit).stream()
                .map(row -> new BlockId(new Decoder(row.key(), prefix.length()).getOrdered()))
                .flatMap(block -> get(block, storage).stream())
                .toList();
    }

    private Optional<Replica> get(BlockId block, StorageId storage) {
        return Optional.ofNullable(rows.get(Table.REPLICAS, Keys.of(block, storage)))
                .map(BlockCodec::replica);
    }

    @Override
    public void put(List<Replica> replicas) {
        for (Replica replica : replicas) {
            rows.put(Table.REPLICAS, Keys.of(replica.block(), replica.storage()), BlockCodec.encode(replica));
            rows.put(Table.STORAGE_REPLICAS, Keys.of(replica.storage(), replica.block()), Bytes.EMPTY);
        }
    }

    @Override
    public void remove(StorageId storage, List<BlockId> blocks) {
        for (BlockId block : blocks) {
            rows.delete(Table.REPLICAS, Keys.of(block, storage));
            rows.delete(Table.STORAGE_REPLICAS, Keys.of(storage, block));
        }
    }

    @Override
    public List<BlockId> removeSome(StorageId storage, int limit) {
        List<BlockId> blocks = replicasFrom(storage, Keys.prefix(storage.value()), limit).stream()
                .map(Replica::block)
                .toList();
        remove(storage, blocks);
        return blocks;
    }
}
