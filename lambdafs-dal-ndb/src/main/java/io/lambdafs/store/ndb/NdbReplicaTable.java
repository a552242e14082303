package io.lambdafs.store.ndb;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.ReplicaState;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.Scan;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The replicas in NDB: partitioned by their blocks. */
final class NdbReplicaTable implements ReplicaTable {
    private static final int BLOCK = 0;
    private static final int STORAGE = 1;
    private static final int GENERATION_STAMP = 2;
    private static final int LENGTH = 3;
    private static final int STATE = 4;

    private final NdbAccess access;

    NdbReplicaTable(NdbAccess access) {
        this.access = access;
    }

    @Override
    public List<Replica> ofBlocks(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        List<Range> ranges = blocks.stream()
                .distinct()
                .map(block -> Range.of(row -> row.put(BLOCK, block.value()), 1))
                .toList();
        return ranges.isEmpty()
                ? List.of()
                : access.scan(Scan.of(Schema.REPLICAS, Schema.IN_ORDER, ranges, NdbReplicaTable::read));
    }

    @Override
    public List<Replica> onStorage(StorageId storage, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        Range range = Range.after(row -> row.put(STORAGE, storage.value()).put(BLOCK, after.value()), 2)
                .upTo(row -> row.put(STORAGE, storage.value()), 1);
        return access.scan(Scan.inOrder(Schema.REPLICAS, Schema.ON_STORAGE, range, limit, NdbReplicaTable::read));
    }

    /** Rows that say the same already are left as they are, for a full report repeats nearly everything. */
    @Override
    public void put(List<Replica> replicas) {
        INodeTable.checkedBatch(replicas.size());
        Map<List<Object>, Replica> last = new LinkedHashMap<>();
        replicas.forEach(replica -> last.put(List.of(replica.block(), replica.storage()), replica));
        OperationBatch batch = new OperationBatch();
        Map<Replica, Read<Replica>> present = new LinkedHashMap<>();
        last.values()
                .forEach(replica -> present.put(
                        replica,
                        batch.read(
                                Schema.REPLICAS, row -> writeKey(row, replica), ReadLock.NONE, NdbReplicaTable::read)));
        access.lock(batch);
        present.forEach((replica, read) -> {
            if (read.row().filter(replica::equals).isEmpty()) {
                access.later(changes -> changes.put(Schema.REPLICAS, row -> write(row, replica)));
            }
        });
    }

    @Override
    public void remove(StorageId storage, List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        access.deleteLater(batch -> blocks.stream().distinct().forEach(block -> delete(batch, block, storage)));
    }

    /** Forgets these replicas. */
    void removeAll(List<Replica> replicas) {
        access.deleteLater(batch -> replicas.forEach(replica -> delete(batch, replica.block(), replica.storage())));
    }

    private static void delete(OperationBatch batch, BlockId block, StorageId storage) {
        batch.deleteIfPresent(
                Schema.REPLICAS, row -> row.put(BLOCK, block.value()).put(STORAGE, storage.value()));
    }

    @Override
    public List<BlockId> removeSome(StorageId storage, int limit) {
        List<Replica> some = onStorage(storage, new BlockId(Long.MIN_VALUE), limit);
        removeAll(some);
        return some.stream().map(Replica::block).toList();
    }

    private static void writeKey(Row row, Replica replica) {
        row.put(BLOCK, replica.block().value()).put(STORAGE, replica.storage().value());
    }

    static void write(Row row, Replica replica) {
        writeKey(row, replica);
        row.put(GENERATION_STAMP, replica.generationStamp())
                .put(LENGTH, replica.length())
                .put(STATE, code(replica.state()));
    }

    static Replica read(Row row) {
        return new Replica(
                new BlockId(row.getLong(BLOCK)),
                new StorageId(row.getText(STORAGE)),
                row.getLong(GENERATION_STAMP),
                row.getLong(LENGTH),
                state(row.getInt(STATE)));
    }

    /** What stands for a state in the table; never to be changed. */
    private static int code(ReplicaState state) {
        return switch (state) {
            case FINALIZED -> 0;
            case BEING_WRITTEN -> 1;
            case CORRUPT -> 2;
            case DELETING -> 3;
        };
    }

    private static ReplicaState state(int code) {
        return switch (code) {
            case 0 -> ReplicaState.FINALIZED;
            case 1 -> ReplicaState.BEING_WRITTEN;
            case 2 -> ReplicaState.CORRUPT;
            case 3 -> ReplicaState.DELETING;
            default -> throw new StoreException(Kind.INTERNAL, "no replica state has the code " + code);
        };
    }
}
