package io.lambdafs.store.ndb;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Row;
import io.lambdafs.store.ndb.cluster.Scan;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The details of inodes in NDB: partitioned by their inodes. */
final class NdbDetailTable implements DetailTable {
    private static final int INODE = 0;
    private static final int KIND = 1;
    private static final int LABEL = 2;
    private static final int VALUE = 3;

    private final NdbAccess access;
    private final Set<DetailKey> changed = new HashSet<>();

    NdbDetailTable(NdbAccess access) {
        this.access = access;
    }

    static void writeKey(Row row, DetailKey key) {
        row.put(INODE, key.inode().value()).put(KIND, key.kind().number()).put(LABEL, key.label());
    }

    static void write(Row row, Detail detail) {
        writeKey(row, detail.key());
        row.put(VALUE, detail.value());
    }

    static Detail read(Row row) {
        return new Detail(readKey(row), row.getBytes(VALUE));
    }

    private static DetailKey readKey(Row row) {
        return new DetailKey(
                new INodeId(row.getLong(INODE)), DetailKind.numbered(row.getInt(KIND)), row.getLong(LABEL));
    }

    @Override
    public List<Detail> of(INodeId inode, DetailKind kind, long from, int limit) {
        INodeTable.checkedBatch(limit);
        DetailKey first = new DetailKey(inode, kind, from);
        Range range = Range.from(row -> writeKey(row, first), 3).upTo(row -> writeKey(row, first), 2);
        return limit == 0
                ? List.of()
                : access.scan(Scan.inOrder(Schema.INODE_DETAILS, Schema.IN_ORDER, range, limit, NdbDetailTable::read));
    }

    @Override
    public List<Detail> get(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        OperationBatch batch = new OperationBatch();
        List<Read<Detail>> reads = keys.stream()
                .distinct()
                .map(key -> readAt(batch, key, ReadLock.NONE))
                .toList();
        access.read(batch);
        return reads.stream().flatMap(read -> read.row().stream()).toList();
    }

    private static Read<Detail> readAt(OperationBatch batch, DetailKey key, ReadLock lock) {
        return batch.read(Schema.INODE_DETAILS, row -> writeKey(row, key), lock, NdbDetailTable::read);
    }

    /**
     * One batch asks for all of them and waits for no lock. Those that another transaction holds are then locked one
     * after another, and each lock is waited for.
     */
    @Override
    public List<Detail> lock(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        OperationBatch batch = new OperationBatch();
        Map<DetailKey, Read<Detail>> reads = new LinkedHashMap<>();
        keys.forEach(key -> reads.computeIfAbsent(key, wanted -> readAt(batch, wanted, ReadLock.EXCLUSIVE_NOW)));
        access.lock(batch);
        Map<DetailKey, Detail> locked = new LinkedHashMap<>();
        reads.forEach((key, read) ->
                (read.isTaken() ? waitFor(key) : read.row()).ifPresent(detail -> locked.put(key, detail)));
        return keys.stream()
                .flatMap(key -> Optional.ofNullable(locked.get(key)).stream())
                .toList();
    }

    private Optional<Detail> waitFor(DetailKey key) {
        OperationBatch batch = new OperationBatch();
        Read<Detail> read = readAt(batch, key, ReadLock.EXCLUSIVE);
        access.lock(batch);
        return read.row();
    }

    @Override
    public void put(Detail detail) {
        change(List.of(detail.key()), batch -> batch.put(Schema.INODE_DETAILS, row -> write(row, detail)));
    }

    @Override
    public void delete(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        List<DetailKey> distinct = keys.stream().distinct().toList();
        change(
                distinct,
                batch -> distinct.forEach(
                        key -> batch.deleteIfPresent(Schema.INODE_DETAILS, row -> writeKey(row, key))));
    }

    /** The operations of one batch run side by side, so that a change of a detail comes before the next change of it. */
    private void change(List<DetailKey> keys, Consumer<OperationBatch> changes) {
        if (keys.stream().anyMatch(changed::contains)) {
            access.settle();
        }
        changed.addAll(keys);
        access.later(changes);
    }

    @Override
    public void deleteOf(List<INodeId> inodes) {
        INodeTable.checkedBatch(inodes.size());
        List<Range> ranges = inodes.stream()
                .distinct()
                .map(inode -> Range.of(row -> row.put(INODE, inode.value()), 1))
                .toList();
        if (!ranges.isEmpty()) {
            delete(access.scan(Scan.of(Schema.INODE_DETAILS, Schema.IN_ORDER, ranges, NdbDetailTable::readKey)));
        }
    }
}
