package io.lambdafs.store.ndb;

import io.lambdafs.block.Block;
import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.DataNodeCommand;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.BlockTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Scan;
import io.lambdafs.store.ndb.cluster.TransactionHint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The blocks in NDB: partitioned by their files, and a table of where they are. */
final class NdbBlockTable implements BlockTable {
    private static final int MOST_LOOKS = 4;

    private final NdbAccess access;
    private final NdbReplicaTable replicas;
    private final NdbWorkTable work;
    /** Where this transaction knows blocks to be; a transaction that changes one holds its file, so that it stays there. */
    private final Map<BlockId, BlockInfo> known = new HashMap<>();

    NdbBlockTable(NdbAccess access, NdbReplicaTable replicas, NdbWorkTable work) {
        this.access = access;
        this.replicas = replicas;
        this.work = work;
    }

    @Override
    public List<BlockInfo> ofFiles(List<INodeId> files) {
        INodeTable.checkedBatch(files.size());
        if (files.isEmpty()) {
            return List.of();
        }
        List<Range> ranges = files.stream()
                .distinct()
                .map(file -> Range.of(row -> row.put(NdbBlockRows.FILE, file.value()), 1))
                .toList();
        return saw(access.scan(
                        Scan.of(Schema.BLOCKS, Schema.IN_ORDER, ranges, NdbBlockRows::read),
                        TransactionHint.of(Schema.BLOCKS, files.get(0).value())))
                .stream()
                .sorted(Comparator.comparing(BlockInfo::file).thenComparing(BlockInfo::index))
                .toList();
    }

    @Override
    public List<BlockInfo> ofFile(INodeId file, int index, int limit) {
        Range range = Range.from(row -> row.put(NdbBlockRows.FILE, file.value()).put(NdbBlockRows.POSITION, index), 2)
                .upTo(row -> row.put(NdbBlockRows.FILE, file.value()), 1);
        return saw(access.scan(
                Scan.inOrder(Schema.BLOCKS, Schema.IN_ORDER, range, limit, NdbBlockRows::read),
                TransactionHint.of(Schema.BLOCKS, file.value())));
    }

    private List<BlockInfo> saw(List<BlockInfo> blocks) {
        blocks.forEach(block -> known.put(block.id(), block));
        return blocks;
    }

    @Override
    public List<BlockInfo> get(List<BlockId> ids) {
        INodeTable.checkedBatch(ids.size());
        return find(ids, ReadLock.NONE);
    }

    /** A block may have moved to another file when it is read: it is looked for once more then. */
    private List<BlockInfo> find(List<BlockId> ids, ReadLock lock) {
        Map<BlockId, BlockInfo> found = new LinkedHashMap<>();
        List<BlockId> missing = ids.stream().distinct().toList();
        for (int look = 0; look < MOST_LOOKS && !missing.isEmpty(); look++) {
            Map<BlockId, NdbBlockRows.Place> places = placesOf(missing);
            readAt(places, lock).forEach(block -> found.put(block.id(), block));
            missing = places.keySet().stream()
                    .filter(id -> !found.containsKey(id))
                    .toList();
        }
        return saw(new ArrayList<>(found.values()));
    }

    private Map<BlockId, NdbBlockRows.Place> placesOf(List<BlockId> ids) {
        OperationBatch batch = new OperationBatch();
        Map<BlockId, Read<NdbBlockRows.Place>> reads = new LinkedHashMap<>();
        ids.forEach(id -> reads.put(
                id,
                batch.read(
                        Schema.BLOCK_PLACES, key -> key.put(0, id.value()), ReadLock.NONE, NdbBlockRows.Place::read)));
        access.read(batch);
        Map<BlockId, NdbBlockRows.Place> places = new LinkedHashMap<>();
        reads.forEach((id, read) -> read.row().ifPresent(place -> places.put(id, place)));
        return places;
    }

    private List<BlockInfo> readAt(Map<BlockId, NdbBlockRows.Place> places, ReadLock lock) {
        OperationBatch batch = new OperationBatch();
        List<Read<BlockInfo>> reads = places.values().stream()
                .map(place ->
                        batch.read(Schema.BLOCKS, row -> NdbBlockRows.writeKey(row, place), lock, NdbBlockRows::read))
                .toList();
        if (lock == ReadLock.NONE) {
            access.read(batch);
        } else {
            access.lock(batch);
        }
        return reads.stream()
                .flatMap(read -> read.row().stream())
                .filter(block -> places.containsKey(block.id()))
                .toList();
    }

    @Override
    public void insert(BlockInfo block) {
        OperationBatch batch = new OperationBatch();
        batch.insert(Schema.BLOCKS, row -> NdbBlockRows.write(row, block));
        batch.insert(Schema.BLOCK_PLACES, row -> NdbBlockRows.Place.of(block).write(row, block.id()));
        access.change(batch);
        known.put(block.id(), block);
    }

    @Override
    public void update(BlockInfo block) {
        BlockInfo old = known.get(block.id());
        if (old == null) {
            old = find(List.of(block.id()), ReadLock.EXCLUSIVE).stream()
                    .findFirst()
                    .orElseThrow(() -> access.fail(Kind.MISSING_ROW, "there is no block " + block.id()));
        }
        if (old.file().equals(block.file()) && old.index() == block.index()) {
            access.later(batch -> batch.update(Schema.BLOCKS, row -> NdbBlockRows.write(row, block)));
        } else {
            BlockInfo former = old;
            access.deleteLater(batch -> {
                batch.delete(Schema.BLOCKS, row -> NdbBlockRows.writeKey(row, former));
                batch.update(
                        Schema.BLOCK_PLACES, row -> NdbBlockRows.Place.of(block).write(row, block.id()));
            });
            access.insertLater(batch -> batch.insert(Schema.BLOCKS, row -> NdbBlockRows.write(row, block)));
        }
        known.put(block.id(), block);
    }

    @Override
    public void delete(List<BlockId> ids) {
        INodeTable.checkedBatch(ids.size());
        delete(find(ids, ReadLock.EXCLUSIVE), ids);
    }

    @Override
    public void deleteOfFiles(List<INodeId> files) {
        List<BlockInfo> doomed = ofFiles(files);
        if (!doomed.isEmpty()) {
            delete(doomed, doomed.stream().map(BlockInfo::id).toList());
        }
    }

    /** Replicas of blocks that have no row go too. */
    private void delete(List<BlockInfo> present, List<BlockId> ids) {
        access.deleteLater(batch -> present.forEach(block -> {
            batch.deleteIfPresent(Schema.BLOCKS, row -> NdbBlockRows.writeKey(row, block));
            batch.deleteIfPresent(
                    Schema.BLOCK_PLACES, row -> row.put(0, block.id().value()));
            known.remove(block.id());
        }));
        List<Replica> gone = replicas.ofBlocks(ids);
        replicas.removeAll(gone);
        Map<StorageId, List<DataNodeCommand>> commands = gone.stream()
                .collect(Collectors.groupingBy(
                        Replica::storage, Collectors.mapping(NdbBlockTable::invalidation, Collectors.toList())));
        work.sendAll(commands);
    }

    private static DataNodeCommand invalidation(Replica replica) {
        return new DataNodeCommand.Invalidate(new Block(replica.block(), replica.generationStamp(), replica.length()));
    }

    @Override
    public long count() {
        return access.count(Schema.BLOCKS, Schema.IN_ORDER);
    }
}
