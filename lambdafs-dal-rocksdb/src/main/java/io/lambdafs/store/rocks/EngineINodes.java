package io.lambdafs.store.rocks;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.INodeOperations;
import io.lambdafs.store.rocks.operation.Prefetched;
import java.util.List;
import java.util.Optional;

/** The inodes of the engine. */
final class EngineINodes implements INodeTable {
    private final EngineSession session;
    private final EngineBlocks blocks;
    private Prefetched prefetched;

    EngineINodes(EngineSession session, Prefetched prefetched, EngineBlocks blocks) {
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
        return session.ask(INodeOperations.RESOLVE, names);
    }

    @Override
    public Optional<INode> get(INodeId id) {
        return session.ask(INodeOperations.GET, id);
    }

    @Override
    public List<INode> get(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        return session.ask(INodeOperations.GET_ALL, ids);
    }

    @Override
    public List<INode> find(List<INodeKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return prefetched.find(keys).orElseGet(() -> session.ask(INodeOperations.FIND, keys));
    }

    @Override
    public List<INode> lock(List<RowLock> locks) {
        INodeTable.checkedBatch(locks.size());
        return prefetched.lock(locks).orElseGet(() -> session.ask(INodeOperations.LOCK, locks));
    }

    @Override
    public List<INode> children(INodeId parent, Name after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(INodeOperations.CHILDREN, new INodeOperations.Listing(parent, after, limit));
    }

    @Override
    public List<INode> children(List<INodeId> parents, INodeKey after, int limit) {
        INodeTable.checkedBatch(parents.size());
        INodeTable.checkedBatch(limit);
        return session.ask(INodeOperations.CHILDREN_OF_ALL, new INodeOperations.Listings(parents, after, limit));
    }

    @Override
    public boolean hasChildren(INodeId parent) {
        return session.ask(INodeOperations.HAS_CHILDREN, parent);
    }

    @Override
    public int countChildren(INodeId parent, Name after, int most) {
        INodeTable.checkedBatch(most);
        return session.ask(INodeOperations.COUNT_CHILDREN, new INodeOperations.Listing(parent, after, most));
    }

    @Override
    public void insert(INode inode) {
        changes();
        session.later(INodeOperations.INSERT, inode);
    }

    @Override
    public void update(INode inode) {
        changes();
        session.later(INodeOperations.UPDATE, inode);
    }

    @Override
    public void delete(List<INodeId> ids) {
        INodeTable.checkedBatch(ids.size());
        changes();
        List<INodeId> deleted = List.copyOf(ids);
        session.later(INodeOperations.DELETE, deleted);
    }

    @Override
    public List<INode> writtenBy(String clientName, INodeId after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(INodeOperations.WRITTEN_BY, new INodeOperations.Written(clientName, after, limit));
    }

    @Override
    public long count() {
        return session.ask(INodeOperations.COUNT, Done.DONE);
    }
}
