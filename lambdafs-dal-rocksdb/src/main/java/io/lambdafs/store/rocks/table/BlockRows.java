package io.lambdafs.store.rocks.table;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.Replica;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.rocks.engine.Counter;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Encoder;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The blocks: rows by id, with an index by file and position. */
public final class BlockRows implements BlockTable {
    private final Rows rows;
    private final ReplicaRows replicas;
    private final WorkRows work;

    BlockRows(Rows rows, ReplicaRows replicas, WorkRows work) {
        this.rows = rows;
        this.replicas = replicas;
        this.work = work;
    }

    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        return files.stream().distinct().sorted().flatMap(this::ofFile).toList();
    }

    private Stream<BlockInfo> ofFile(INodeId file) {
        return rows.scan(Table.FILE_BLOCKS, Keys.of(file)).stream()
                .flatMap(row -> get(Keys.block(row.value())).stream());
    }

    @Override
    public List<BlockInfo> ofFile(INodeId file, int index, int limit) {
        return rows.scan(Table.FILE_BLOCKS, position(file, index), Keys.of(file).prefixEnd(), limit).stream()
                .flatMap(row -> get(Keys.block(row.value())).stream())
                .toList();
    }

    private Optional<BlockInfo> get(BlockId id) {
        return Optional.ofNullable(rows.get(Table.BLOCKS, Keys.of(id))).map(BlockCodec::block);
    }

    @Override
    public List<BlockInfo> get(List<BlockId> ids) {
        return BlockRun.of(ids).stream().flatMap(this::ofRun).toList();
    }

    private Stream<BlockInfo> ofRun(BlockRun run) {
        return run.isOne()
                ? get(run.first()).stream()
                : rows.scan(Table.BLOCKS, run.from(), run.to(), Integer.MAX_VALUE).stream()
                        .map(row -> BlockCodec.block(row.value()));
    }

    @Override
    public void insert(BlockInfo block) {
        if (rows.getForUpdate(Table.BLOCKS, Keys.of(block.id())) != null) {
            throw new StoreException(Kind.DUPLICATE_KEY, "a block with id " + block.id() + " exists");
        }
        put(block);
        rows.count(Counter.BLOCKS, 1);
    }

    @Override
    public void update(BlockInfo block) {
        Bytes old = rows.getForUpdate(Table.BLOCKS, Keys.of(block.id()));
        if (old == null) {
            throw missing(block.id());
        }
        replace(BlockCodec.block(old), block);
    }

    @Override
    public void update(List<BlockInfo> blocks) {
        blocks.forEach(block -> rows.lock(Table.BLOCKS, Keys.of(block.id()), LockMode.EXCLUSIVE));
        Map<BlockId, BlockInfo> known = new HashMap<>();
        get(blocks.stream().map(BlockInfo::id).toList()).forEach(old -> known.put(old.id(), old));
        for (BlockInfo block : blocks) {
            BlockInfo old = known.put(block.id(), block);
            if (old == null) {
                throw missing(block.id());
            }
            replace(old, block);
        }
    }

    private static StoreException missing(BlockId id) {
        return new StoreException(Kind.MISSING_ROW, "no block with id " + id);
    }

    private void replace(BlockInfo old, BlockInfo block) {
        rows.delete(Table.FILE_BLOCKS, position(old));
        put(block);
    }

    private void put(BlockInfo block) {
        Bytes position = position(block);
        if (rows.getForUpdate(Table.FILE_BLOCKS, position) != null) {
            throw new StoreException(
                    Kind.DUPLICATE_KEY, "file " + block.file() + " has a block at index " + block.index());
        }
        rows.put(Table.BLOCKS, Keys.of(block.id()), BlockCodec.encode(block));
        rows.put(Table.FILE_BLOCKS, position, Keys.of(block.id()));
    }

    private static Bytes position(BlockInfo block) {
        return position(block.file(), block.index());
    }

    private static Bytes position(INodeId file, int index) {
        return new Encoder().putLong(file.value()).putInt(index).bytes();
    }

    @Override
    public void delete(List<BlockId> ids) {
        ids.stream().sorted().forEach(this::delete);
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        ofFiles(files).forEach(block -> delete(block.id()));
    }

    private void delete(BlockId id) {
        for (Replica replica : replicas.ofBlocks(List.of(id))) {
            Block known = new Block(id, replica.generationStamp(), replica.length());
            work.send(replica.storage(), List.of(new DataNodeCommand.Invalidate(known)));
            replicas.remove(replica.storage(), List.of(id));
        }
        Bytes old = rows.getForUpdate(Table.BLOCKS, Keys.of(id));
        if (old != null) {
            rows.delete(Table.FILE_BLOCKS, position(BlockCodec.block(old)));
            rows.delete(Table.BLOCKS, Keys.of(id));
            rows.count(Counter.BLOCKS, -1);
        }
    }

    @Override
    public long count() {
        return rows.count(Counter.BLOCKS);
    }
}
