package io.lambdafs.store.rocks.table;

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
import io.lambdafs.store.rocks.engine.Counter;
import io.lambdafs.store.rocks.engine.Rows;
import io.lambdafs.store.rocks.keyvalue.Bytes;
import io.lambdafs.store.rocks.keyvalue.Decoder;
import io.lambdafs.store.rocks.keyvalue.Entry;
import io.lambdafs.store.rocks.keyvalue.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The inodes: rows by parent and name, with an index by id that says where each hangs, and one by client. */
public final class INodeRows implements INodeTable {
    private final Rows rows;

    INodeRows(Rows rows) {
        this.rows = rows;
    }

    @Override
    public List<INode> resolve(List<Name> names) {
        List<INode> met = new ArrayList<>();
        Optional<INode> next = get(INodeId.ROOT);
        for (Name name : names) {
            next.ifPresent(met::add);
            if (next.isEmpty() || !next.get().isDirectory()) {
                return met;
            }
            next = at(new INodeKey(next.get().id(), name));
        }
        next.ifPresent(met::add);
        return met;
    }

    /** The inode with this key, unlocked. */
    public Optional<INode> at(INodeKey key) {
        return Optional.ofNullable(rows.get(Table.INODES, Keys.of(key))).map(value -> INodeCodec.decode(key, value));
    }

    @Override
    public Optional<INode> get(INodeId id) {
        return Optional.ofNullable(rows.get(Table.INODE_IDS, Keys.of(id)))
                .map(Keys::inodeKey)
                .flatMap(this::at);
    }

    @Override
    public List<INode> get(List<INodeId> ids) {
        return ids.stream().distinct().flatMap(id -> get(id).stream()).toList();
    }

    @Override
    public List<INode> find(List<INodeKey> keys) {
        return keys.stream().distinct().flatMap(key -> at(key).stream()).toList();
    }

    @Override
    public List<INode> lock(List<RowLock> locks) {
        List<INode> locked = new ArrayList<>(locks.size());
        for (RowLock wish : locks) {
            lock(wish.inode(), wish.mode());
            get(wish.inode()).ifPresent(locked::add);
        }
        return locked;
    }

    /** Locks what has this key, if anything has, and returns what has it then: the locked inode or nothing. */
    public Optional<INode> lock(KeyLock wish) {
        Optional<INode> before = at(wish.key());
        before.ifPresent(inode -> lock(inode.id(), wish.mode()));
        return before;
    }

    private void lock(INodeId id, LockMode mode) {
        if (mode != LockMode.NONE) {
            rows.lock(Table.INODE_IDS, Keys.of(id), mode);
        }
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        return children(Keys.of(new INodeKey(parent, after)).next(), parent, limit);
    }

    private List<INode> children(Bytes from, INodeId parent, int limit) {
        Bytes end = Keys.of(parent).prefixEnd();
        return rows.scan(Table.INODES, from, end, limit).stream()
                .map(row -> INodeCodec.decode(Keys.inodeKey(row.key()), row.value()))
                .toList();
    }

    @Override
    public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
        List<INode> found = new ArrayList<>();
        for (INodeId parent : parents.stream().distinct().sorted().toList()) {
            INodeKey first = new INodeKey(parent, Name.EMPTY);
            INodeKey from = first.compareTo(after) > 0 ? first : after;
            if (found.size() < limit && from.parent().equals(parent)) {
                found.addAll(children(parent, from.name(), limit - found.size()));
            }
        }
        return found;
    }

    @Override
    public boolean hasChildren(INodeId parent) {
        return !children(parent, Name.EMPTY, 1).isEmpty();
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        Bytes from = Keys.of(new INodeKey(parent, after)).next();
        return rows.scan(Table.INODES, from, Keys.of(parent).prefixEnd(), most).size();
    }

    @Override
    public void insert(INode inode) {
        if (rows.getForUpdate(Table.INODE_IDS, Keys.of(inode.id())) != null) {
            throw new StoreException(Kind.DUPLICATE_KEY, "an inode with id " + inode.id() + " exists");
        }
        requireFree(inode.key());
        put(inode);
        rows.count(Counter.INODES, 1);
    }

    private void requireFree(INodeKey key) {
        if (rows.getForUpdate(Table.INODES, Keys.of(key)) != null) {
            throw new StoreException(Kind.DUPLICATE_KEY, "an inode with key " + key + " exists");
        }
    }

    @Override
    public void update(INode inode) {
        INode old = getForUpdate(inode.id())
                .orElseThrow(() -> new StoreException(Kind.MISSING_ROW, "no inode with id " + inode.id()));
        if (!old.key().equals(inode.key())) {
            requireFree(inode.key());
            rows.delete(Table.INODES, Keys.of(old.key()));
        }
        clientKey(old).ifPresent(key -> rows.delete(Table.INODE_CLIENTS, key));
        put(inode);
    }

    private Optional<INode> getForUpdate(INodeId id) {
        lock(id, LockMode.EXCLUSIVE);
        return get(id);
    }

    private void put(INode inode) {
        Bytes key = Keys.of(inode.key());
        rows.put(Table.INODES, key, INodeCodec.encode(inode));
        rows.put(Table.INODE_IDS, Keys.of(inode.id()), key);
        clientKey(inode).ifPresent(client -> rows.put(Table.INODE_CLIENTS, client, Bytes.EMPTY));
    }

    private static Optional<Bytes> clientKey(INode inode) {
        return inode instanceof RegularFile file
                ? file.writer()
                        .map(holder -> Keys.of(holder.clientName(), file.id().value()))
                : Optional.empty();
    }

    @Override
    public void delete(List<INodeId> ids) {
        ids.forEach(id -> getForUpdate(id).ifPresent(this::delete));
    }

    private void delete(INode inode) {
        rows.delete(Table.INODES, Keys.of(inode.key()));
        rows.delete(Table.INODE_IDS, Keys.of(inode.id()));
        clientKey(inode).ifPresent(key -> rows.delete(Table.INODE_CLIENTS, key));
        rows.count(Counter.INODES, -1);
    }

    @Override
    public List<INode> writtenBy(String clientName, INodeId after, int limit) {
        Bytes prefix = Keys.prefix(clientName);
        Bytes from = Keys.of(clientName, after.value()).next();
        List<INode> found = new ArrayList<>();
        for (Entry row : rows.scan(Table.INODE_CLIENTS, from, prefix.prefixEnd(), limit)) {
            Decoder key = new Decoder(row.key(), prefix.length());
            get(new INodeId(key.getOrdered())).ifPresent(found::add);
        }
        return found;
    }

    @Override
    public long count() {
        return rows.count(Counter.INODES);
    }
}
