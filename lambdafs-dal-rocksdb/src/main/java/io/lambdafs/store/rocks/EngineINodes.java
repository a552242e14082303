package io.lambdafs.store.rocks;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.RowLock;
import java.util.List;
import java.util.Optional;

/** The inodes of the engine. */
final class EngineINodes implements INodeTable {
    private final Session session;
    private final EngineBlocks blocks;
    private Prefetched prefetched;

    EngineINodes(Session session, Prefetched prefetched, EngineBlocks blocks) {
        this.session = session;
        this.prefetched = prefetched;
        this.blocks = blocks;
    }

    private void changes() {
        prefetched = prefetched.afterChange();
        blocks.forget();
    }

    @Override
    public List<INode> resolve(List<Name> names) {
        return session.ask(tables -> tables.inodes().resolve(names));
    }

    @Override
    public Optional<INode> get(INodeId id) {
        return session.ask(tables -> tables.inodes().get(id));
    }

    @Override
    public List<INode> get(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        return session.ask(tables -> tables.inodes().get(ids));
    }

    @Override
    public List<INode> find(List<INodeKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return prefetched
                .find(keys)
                .orElseGet(() -> session.ask(tables -> tables.inodes().find(keys)));
    }

    @Override
    public List<INode> lock(List<RowLock> locks) {
        INodeTable.checkedBatch(locks.size());
        return prefetched
                .lock(locks)
                .orElseGet(() -> session.ask(tables -> tables.inodes().lock(locks)));
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(tables -> tables.inodes().children(parent, after, limit));
    }

    @Override
    public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
        INodeTable.checkedBatch(parents.size());
        INodeTable.checkedBatch(limit);
        return session.ask(tables -> tables.inodes().children(parents, after, limit));
    }

    @Override
    public boolean hasChildren(INodeId parent) {
        return session.ask(tables -> tables.inodes().hasChildren(parent));
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        INodeTable.checkedBatch(most);
        return session.ask(tables -> tables.inodes().countChildren(parent, after, most));
    }

    @Override
    public void insert(INode inode) {
        changes();
        session.later(tables -> tables.inodes().insert(inode));
    }

    @Override
    public void update(INode inode) {
        changes();
        session.later(tables -> tables.inodes().update(inode));
    }

    @Override
    public void delete(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        changes();
        List<INodeId> deleted = List.copyOf(ids);
        session.later(tables -> tables.inodes().delete(deleted));
    }

    @Override
    public List<INode> writtenBy(String clientName, INodeId after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(tables -> tables.inodes().writtenBy(clientName, after, limit));
    }

    @Override
    public long count() {
        return session.ask(tables -> tables.inodes().count());
    }
}
