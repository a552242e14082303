package io.lambdafs.testkit.store;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.Replica;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.util.List;
import java.util.stream.Stream;

/** The twin's blocks: rows by id, with an index by file and position. */
final class InMemoryBlockTable implements BlockTable {
    private final InMemoryTransaction tx;
    private final InMemoryReplicaTable replicas;
    private final InMemoryWorkTable work;
    private final TableView<BlockId, BlockInfo> rows;
    private final TableView<PairKey<INodeId, Integer>, BlockId> byFile;

    InMemoryBlockTable(
            InMemoryTransaction tx, InMemoryDatabase database, InMemoryReplicaTable replicas, InMemoryWorkTable work) {
        this.tx = tx;
        this.replicas = replicas;
        this.work = work;
        rows = tx.view(database.blocks);
        byFile = tx.view(database.blocksByFile);
    }

    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        INodeTable.checkedBatch(files.size());
        return tx.call(
                () -> files.stream().distinct().sorted().flatMap(this::ofFile).toList());
    }

    private Stream<BlockInfo> ofFile(INodeId file) {
        return byFile.from(new PairKey<>(file, 0), key -> key.first().equals(file), Integer.MAX_VALUE).stream()
                .flatMap(entry -> rows.get(entry.getValue()).stream());
    }

    @Override
    public List<BlockInfo> ofFile(INodeId file, int index, int limit) {
        return tx.call(() -> byFile
                .from(new PairKey<>(file, index), key -> key.first().equals(file), limit)
                .stream()
                .flatMap(entry -> rows.get(entry.getValue()).stream())
                .toList());
    }

    @Override
    public List<BlockInfo> get(List<BlockId> ids) {
        INodeTable.checkedBatch(ids.size());
        return tx.call(() ->
                ids.stream().distinct().flatMap(id -> rows.get(id).stream()).toList());
    }

    @Override
    public void insert(BlockInfo block) {
        tx.run(() -> {
            if (rows.getForUpdate(block.id()).isPresent()) {
                throw new StoreException(Kind.DUPLICATE_KEY, "a block with id " + block.id() + " exists");
            }
            put(block);
        });
    }

    @Override
    public void update(BlockInfo block) {
        tx.run(() -> {
            BlockInfo old = rows.getForUpdate(block.id())
                    .orElseThrow(() -> new StoreException(Kind.MISSING_ROW, "no block with id " + block.id()));
            byFile.remove(position(old));
            put(block);
        });
    }

    private void put(BlockInfo block) {
        if (byFile.getForUpdate(position(block)).isPresent()) {
            throw new StoreException(
                    Kind.DUPLICATE_KEY, "file " + block.file() + " has a block at index " + block.index());
        }
        rows.put(block.id(), block);
        byFile.put(position(block), block.id());
    }

    private static PairKey<INodeId, Integer> position(BlockInfo block) {
        return new PairKey<>(block.file(), block.index());
    }

    @Override
    public void delete(List<BlockId> ids) {
        INodeTable.checkedBatch(ids.size());
        tx.run(() -> ids.stream().sorted().forEach(this::delete));
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        INodeTable.checkedBatch(files.size());
        tx.run(() -> ofFiles(files).forEach(block -> delete(block.id())));
    }

    private void delete(BlockId id) {
        for (Replica replica : replicas.ofBlocks(List.of(id))) {
            Block known = new Block(id, replica.generationStamp(), replica.length());
            work.send(replica.storage(), List.of(new DataNodeCommand.Invalidate(known)));
            replicas.remove(replica.storage(), List.of(id));
        }
        rows.getForUpdate(id).ifPresent(block -> {
            byFile.remove(position(block));
            rows.remove(id);
        });
    }

    @Override
    public long count() {
        return tx.call(() -> (long) rows.all().size());
    }
}
