package io.lambdafs.testkit.store;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.KeyLock;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The twin's inodes: rows by id, with indexes by key and by the client that writes. */
final class InMemoryINodeTable implements INodeTable {
    private final InMemoryTransaction tx;
    private final TableView<INodeId, INode> rows;
    private final TableView<INodeKey, INodeId> byKey;
    private final TableView<PairKey<String, INodeId>, INodeId> byClient;

    InMemoryINodeTable(InMemoryTransaction tx, InMemoryDatabase database) {
        this.tx = tx;
        rows = tx.view(database.inodes);
        byKey = tx.view(database.inodesByKey);
        byClient = tx.view(database.inodesByClient);
    }

    @Override
    public List<INode> resolve(List<Name> names) {
        return tx.call(() -> {
            List<INode> met = new ArrayList<>();
            Optional<INode> next = rows.get(INodeId.ROOT);
            for (Name name : names) {
                next.ifPresent(met::add);
                next = next.filter(INode::isDirectory).flatMap(parent -> at(new INodeKey(parent.id(), name)));
            }
            next.ifPresent(met::add);
            return List.copyOf(met);
        });
    }

    private Optional<INode> at(INodeKey key) {
        return byKey.get(key).flatMap(rows::get);
    }

    @Override
    public Optional<INode> get(INodeId id) {
        return tx.call(() -> rows.get(id));
    }

    @Override
    public List<INode> get(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        return tx.call(() ->
                ids.stream().distinct().flatMap(id -> rows.get(id).stream()).toList());
    }

    @Override
    public List<INode> find(List<INodeKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return tx.call(
                () -> keys.stream().distinct().flatMap(key -> at(key).stream()).toList());
    }

    @Override
    public List<INode> lock(List<RowLock> locks) {
        INodeTable.checkedBatch(locks.size());
        return tx.call(
                () -> locks.stream().flatMap(wish -> locked(wish).stream()).toList());
    }

    /** Locks what has these keys, one after another, as adapters do that know of it when a transaction begins. */
    void lockKeys(List<KeyLock> locks) {
        if (!locks.isEmpty()) {
            tx.run(() ->
                    locks.forEach(wish -> byKey.get(wish.key()).ifPresent(id -> locked(new RowLock(id, wish.mode())))));
        }
    }

    private Optional<INode> locked(RowLock wish) {
        if (wish.mode() != LockMode.NONE) {
            tx.lock(rows.row(wish.inode()), wish.mode());
        }
        return rows.get(wish.inode());
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        INodeTable.checkedBatch(limit);
        return tx.call(() -> childrenOf(parent, new INodeKey(parent, after), limit));
    }

    @Override
    public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
        INodeTable.checkedBatch(parents.size());
        INodeTable.checkedBatch(limit);
        return tx.call(() -> {
            List<INode> found = new ArrayList<>();
            for (INodeId parent : parents.stream().distinct().sorted().toList()) {
                INodeKey first = new INodeKey(parent, Name.EMPTY);
                INodeKey from = first.compareTo(after) > 0 ? first : after;
                found.addAll(childrenOf(parent, from, limit - found.size()));
            }
            return List.copyOf(found);
        });
    }

    private List<INode> childrenOf(INodeId parent, INodeKey after, int limit) {
        Predicate<INodeKey> inParent = key -> key.parent().equals(parent);
        return after.parent().compareTo(parent) > 0
                ? List.of()
                : byKey.after(after, inParent, limit).stream()
                        .flatMap(entry -> rows.get(entry.getValue()).stream())
                        .toList();
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        return children(parent, after, most).size();
    }

    @Override
    public boolean hasChildren(INodeId parent) {
        return !children(parent, Name.EMPTY, 1).isEmpty();
    }

    @Override
    public void insert(INode inode) {
        tx.run(() -> {
            if (rows.getForUpdate(inode.id()).isPresent()) {
                throw new StoreException(Kind.DUPLICATE_KEY, "an inode with id " + inode.id() + " exists");
            }
            put(inode);
        });
    }

    @Override
    public void update(INode inode) {
        tx.run(() -> {
            INode old = rows.getForUpdate(inode.id())
                    .orElseThrow(() -> new StoreException(Kind.MISSING_ROW, "no inode with id " + inode.id()));
            drop(old);
            put(inode);
        });
    }

    private void put(INode inode) {
        if (byKey.getForUpdate(inode.key()).isPresent()) {
            throw new StoreException(Kind.DUPLICATE_KEY, "an inode with key " + inode.key() + " exists");
        }
        rows.put(inode.id(), inode);
        byKey.put(inode.key(), inode.id());
        clientOf(inode).ifPresent(key -> byClient.put(key, inode.id()));
    }

    private void drop(INode inode) {
        rows.remove(inode.id());
        byKey.remove(inode.key());
        clientOf(inode).ifPresent(byClient::remove);
    }

    private static Optional<PairKey<String, INodeId>> clientOf(INode inode) {
        return inode instanceof RegularFile file
                ? file.writer().map(holder -> new PairKey<>(holder.clientName(), file.id()))
                : Optional.empty();
    }

    @Override
    public void delete(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        tx.run(() -> ids.forEach(id -> rows.getForUpdate(id).ifPresent(this::drop)));
    }

    @Override
    public List<INode> writtenBy(String clientName, INodeId after, int limit) {
        INodeTable.checkedBatch(limit);
        return tx.call(() ->
                byClient
                        .after(
                                new PairKey<>(clientName, after),
                                key -> key.first().equals(clientName),
                                limit)
                        .stream()
                        .map(Map.Entry::getValue)
                        .flatMap(id -> rows.get(id).stream())
                        .toList());
    }

    @Override
    public long count() {
        return tx.call(() -> (long) rows.all().size());
    }
}
