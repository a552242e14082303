package io.lambdafs.testkit.store;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.ReplicaTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The twin's replicas: rows by block and storage, with an index by storage and block. */
final class InMemoryReplicaTable implements ReplicaTable {
    private final InMemoryTransaction tx;
    private final TableView<PairKey<BlockId, String>, Replica> rows;
    private final TableView<PairKey<String, BlockId>, Replica> byStorage;

    InMemoryReplicaTable(InMemoryTransaction tx, InMemoryDatabase database) {
        this.tx = tx;
        rows = tx.view(database.replicas);
        byStorage = tx.view(database.replicasByStorage);
    }

    @Override
    public List<Replica> ofBlocks(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        return tx.call(() -> blocks.stream().distinct().flatMap(this::ofBlock).toList());
    }

    private Stream<Replica> ofBlock(BlockId block) {
        return rows.from(new PairKey<>(block, ""), key -> key.first().equals(block), Integer.MAX_VALUE).stream()
                .map(Map.Entry::getValue);
    }

    @Override
    public List<Replica> onStorage(StorageId storage, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        return tx.call(() ->
                byStorage
                        .after(
                                new PairKey<>(storage.value(), after),
                                key -> key.first().equals(storage.value()),
                                limit)
                        .stream()
                        .map(Map.Entry::getValue)
                        .toList());
    }

    @Override
    public void put(List<Replica> replicas) {
        INodeTable.checkedBatch(replicas.size());
        tx.run(() -> replicas.forEach(replica -> {
            rows.put(new PairKey<>(replica.block(), replica.storage().value()), replica);
            byStorage.put(new PairKey<>(replica.storage().value(), replica.block()), replica);
        }));
    }

    @Override
    public void remove(StorageId storage, List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        tx.run(() -> blocks.forEach(block -> {
            rows.remove(new PairKey<>(block, storage.value()));
            byStorage.remove(new PairKey<>(storage.value(), block));
        }));
    }

    @Override
    public List<BlockId> removeSome(StorageId storage, int limit) {
        return tx.call(() -> {
            List<BlockId> blocks = onStorage(storage, new BlockId(Long.MIN_VALUE), limit).stream()
                    .map(Replica::block)
                    .toList();
            remove(storage, blocks);
            return blocks;
        });
    }
}
