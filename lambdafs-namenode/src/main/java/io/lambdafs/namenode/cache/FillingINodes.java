package io.lambdafs.namenode.cache;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.RowLock;
import java.util.List;
import java.util.Optional;

/** The store's inodes; resolutions and listings are noted. */
record FillingINodes(INodeTable store, Fill fill) implements INodeTable {
    @Override
    public List<INode> resolve(List<Name> names) {
        fill.begin(FsPath.of(names), false);
        return fill.resolved(store.resolve(names));
    }

    @Override
    public List<INode> resolveToList(List<Name> names) {
        FsPath path = FsPath.of(names);
        fill.begin(path, true);
        return fill.resolvedByCache(path) ? fill.chain() : fill.resolved(store.resolveToList(names));
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        return fill.listed(parent, after, limit, store.children(parent, after, limit));
    }

    @Override
    public Optional<INode> get(INodeId id) {
        return store.get(id);
    }

    @Override
    public List<INode> get(List<INodeId> ids) {
        return store.get(ids);
    }

    @Override
    public List<INode> find(List<INodeKey> keys) {
        return store.find(keys);
    }

    @Override
    public List<INode> lock(List<RowLock> locks) {
        return store.lock(locks);
    }

    @Override
    public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
        return store.children(parents, after, limit);
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        return store.countChildren(parent, after, most);
    }

    @Override
    public boolean hasChildren(INodeId parent) {
        return store.hasChildren(parent);
    }

    @Override
    public void insert(INode inode) {
        store.insert(inode);
    }

    @Override
    public void update(INode inode) {
        store.update(inode);
    }

    @Override
    public void delete(List<INodeId> ids) {
        store.delete(ids);
    }

    @Override
    public List<INode> writtenBy(String clientName, INodeId after, int limit) {
        return store.writtenBy(clientName, after, limit);
    }

    @Override
    public long count() {
        return store.count();
    }
}
