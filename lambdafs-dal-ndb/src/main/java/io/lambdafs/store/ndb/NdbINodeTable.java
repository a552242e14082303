package io.lambdafs.store.ndb;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Range;
import io.lambdafs.store.ndb.cluster.Read;
import io.lambdafs.store.ndb.cluster.ReadLock;
import io.lambdafs.store.ndb.cluster.Scan;
import io.lambdafs.store.ndb.cluster.TransactionHint;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The inodes in NDB: partitioned by their parents, and a table of where they are. */
final class NdbINodeTable implements INodeTable {
    private final NdbAccess access;
    private final PathHints hints;
    private final KnownINodes known = new KnownINodes();
    private final INodePlaces places;
    private final INodeLocks locks;
    private final FeatureRows features;
    private final List<Read<NdbINodeRows.Stored>> foreseen = new ArrayList<>();

    NdbINodeTable(NdbAccess access, PathHints hints) {
        this.access = access;
        this.hints = hints;
        places = new INodePlaces(access);
        locks = new INodeLocks(access, known);
        features = new FeatureRows(access);
    }

    /** Has what has this key read together with what is read next: a transaction that locks it knows then where it is. */
    void foresee(INodeKey key) {
        access.foresee(batch -> foreseen.add(INodePlaces.readAt(batch, key, ReadLock.NONE)));
    }

    private void seeForeseen() {
        if (!foreseen.isEmpty()) {
            access.readForeseen();
            foreseen.forEach(read ->
                    read.row().map(NdbINodeRows.Stored::inode).ifPresent(inode -> known.saw(inode.id(), inode.key())));
            foreseen.clear();
        }
    }

    @Override
    public List<INode> resolve(List<Name> names) {
        return known.saw(features.complete(() -> new NdbPathWalk(access, hints, names).walk()));
    }

    @Override
    public Optional<INode> get(INodeId id) {
        return get(List.of(id)).stream().findFirst();
    }

    @Override
    public List<INode> get(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        return known.saw(new ArrayList<>(places.read(ids).values()));
    }

    @Override
    public List<INode> find(List<INodeKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return known.saw(features.complete(() -> found(keys)));
    }

    private List<NdbINodeRows.Stored> found(List<INodeKey> keys) {
        OperationBatch batch = new OperationBatch();
        List<Read<NdbINodeRows.Stored>> reads = keys.stream()
                .distinct()
                .map(key -> INodePlaces.readAt(batch, key, ReadLock.NONE))
                .toList();
        access.read(
                batch,
                keys.isEmpty() ? TransactionHint.ANYWHERE : near(keys.get(0).parent()));
        return reads.stream().flatMap(read -> read.row().stream()).toList();
    }

    private static TransactionHint near(INodeId parent) {
        return TransactionHint.of(Schema.INODES, parent.value());
    }

    @Override
    public List<INode> lock(List<RowLock> wanted) {
        INodeTable.checkedBatch(wanted.size());
        seeForeseen();
        return locks.lock(wanted);
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        INodeTable.checkedBatch(limit);
        return limit == 0 ? List.of() : scan(List.of(childrenAfter(new INodeKey(parent, after))), limit, near(parent));
    }

    @Override
    public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
        INodeTable.checkedBatch(parents.size());
        INodeTable.checkedBatch(limit);
        List<Range> ranges = parents.stream()
                .filter(parent -> parent.compareTo(after.parent()) >= 0)
                .distinct()
                .sorted()
                .map(parent -> childrenAfter(parent.equals(after.parent()) ? after : new INodeKey(parent, Name.EMPTY)))
                .toList();
        return limit == 0 || ranges.isEmpty() ? List.of() : scan(ranges, limit, TransactionHint.ANYWHERE);
    }

    private List<INode> scan(List<Range> ranges, int limit, TransactionHint near) {
        Scan<NdbINodeRows.Stored> scan = new Scan<>(
                Schema.INODES, Schema.IN_ORDER, ranges, Scan.Order.ASCENDING, limit, ReadLock.NONE, NdbINodeRows::read);
        return known.saw(features.complete(() -> access.scan(scan, near)));
    }

    /** The children of the key's parent after the key's name. */
    private static Range childrenAfter(INodeKey key) {
        return Range.after(row -> NdbINodeRows.writeKey(row, key), 2)
                .upTo(row -> row.put(NdbINodeRows.PARENT, key.parent().value()), 1);
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        INodeTable.checkedBatch(most);
        Range range = childrenAfter(new INodeKey(parent, after));
        return most == 0
                ? 0
                : access.scan(
                                Scan.inOrder(
                                        Schema.INODES,
                                        Schema.IN_ORDER,
                                        range,
                                        most,
                                        row -> row.getLong(NdbINodeRows.ID)),
                                near(parent))
                        .size();
    }

    @Override
    public boolean hasChildren(INodeId parent) {
        return countChildren(parent, Name.EMPTY, 1) > 0;
    }

    /**
     * Under a parent that this transaction holds exclusively nobody else inserts, and the transaction that holds it has looked whether
     * the name is free: so the insertion can wait for the next round trip.
     */
    @Override
    public void insert(INode inode) {
        if (known.isLockedExclusively(inode.parent())) {
            access.insertLater(batch -> insert(batch, inode));
            known.unsettled(inode);
        } else {
            OperationBatch batch = new OperationBatch();
            insert(batch, inode);
            access.change(batch);
            known.locked(inode);
        }
    }

    /** Adds the insertion of all rows of an inode. */
    static void insert(OperationBatch batch, INode inode) {
        batch.insert(Schema.INODES, row -> NdbINodeRows.write(row, inode));
        batch.insert(Schema.INODE_KEYS, row -> NdbINodeRows.writePlace(row, inode.id(), inode.key()));
        FeatureRows.insert(batch, inode);
    }

    @Override
    public void update(INode inode) {
        INode old = lockedRow(inode.id())
                .orElseThrow(() -> access.fail(Kind.MISSING_ROW, "there is no inode " + inode.id()));
        if (old.key().equals(inode.key())) {
            access.later(batch -> {
                batch.update(Schema.INODES, row -> NdbINodeRows.write(row, inode));
                FeatureRows.change(batch, old, inode);
            });
        } else {
            access.deleteLater(batch -> {
                delete(batch, old.key());
                batch.update(Schema.INODE_KEYS, row -> NdbINodeRows.writePlace(row, inode.id(), inode.key()));
                FeatureRows.change(batch, old, inode);
            });
            access.insertLater(batch -> batch.insert(Schema.INODES, row -> NdbINodeRows.write(row, inode)));
        }
        if (FeatureRows.isChange(old, inode)) {
            known.unsettled(inode);
        } else {
            known.locked(inode);
        }
    }

    private static void delete(OperationBatch batch, INodeKey key) {
        batch.delete(Schema.INODES, row -> NdbINodeRows.writeKey(row, key));
    }

    private Optional<INode> lockedRow(INodeId id) {
        settle(id);
        Optional<INode> locked = known.lockedRow(id);
        return locked.isPresent() ? locked : locks.waitFor(id, LockMode.EXCLUSIVE);
    }

    /** The operations of one batch run side by side, so that an insertion comes before a change of what it inserts. */
    private void settle(INodeId id) {
        if (known.isUnsettled(id)) {
            access.settle();
        }
    }

    @Override
    public void delete(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        ids.forEach(this::settle);
        List<RowLock> unlocked = ids.stream()
                .distinct()
                .filter(id -> known.lockedRow(id).isEmpty())
                .map(id -> new RowLock(id, LockMode.EXCLUSIVE))
                .toList();
        if (!unlocked.isEmpty()) {
            locks.lock(unlocked);
        }
        ids.stream()
                .distinct()
                .forEach(id -> known.lockedRow(id).ifPresent(inode -> {
                    access.deleteLater(batch -> {
                        delete(batch, inode.key());
                        batch.delete(Schema.INODE_KEYS, key -> key.put(0, id.value()));
                        FeatureRows.delete(batch, inode);
                    });
                    known.gone(id);
                }));
    }

    @Override
    public List<INode> writtenBy(String clientName, INodeId after, int limit) {
        INodeTable.checkedBatch(limit);
        Range range = Range.after(
                        row -> row.put(NdbINodeRows.CLIENT_NAME, clientName).put(NdbINodeRows.ID, after.value()), 2)
                .upTo(row -> row.put(NdbINodeRows.CLIENT_NAME, clientName), 1);
        Scan<NdbINodeRows.Stored> scan =
                Scan.inOrder(Schema.INODES, Schema.OF_CLIENT, range, limit, NdbINodeRows::read);
        return known.saw(features.complete(() -> access.scan(scan)));
    }

    @Override
    public long count() {
        return access.count(Schema.INODES, Schema.IN_ORDER);
    }
}
