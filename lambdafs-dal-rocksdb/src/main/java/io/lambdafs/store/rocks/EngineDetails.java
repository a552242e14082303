package io.lambdafs.store.rocks;

import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.rocks.operation.DetailOperations;
import java.util.List;

/** The details of inodes of the engine. */
final class EngineDetails implements DetailTable {
    private final EngineSession session;

    EngineDetails(EngineSession session) {
        this.session = session;
    }

    @Override
    public List<Detail> of(INodeId inode, DetailKind kind, long from, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(DetailOperations.OF, new DetailOperations.Part(new DetailKey(inode, kind, from), limit));
    }

    @Override
    public List<Detail> get(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return session.ask(DetailOperations.GET, keys);
    }

    @Override
    public List<Detail> lock(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        return session.ask(DetailOperations.LOCK, keys);
    }

    @Override
    public void put(Detail detail) {
        session.later(DetailOperations.PUT, detail);
    }

    @Override
    public void delete(List<DetailKey> keys) {
        INodeTable.checkedBatch(keys.size());
        List<DetailKey> deleted = List.copyOf(keys);
        session.later(DetailOperations.DELETE, deleted);
    }

    @Override
    public void deleteOf(List<INodeId> inodes) {
        INodeTable.checkedBatch(inodes.size());
        List<INodeId> of = List.copyOf(inodes);
        session.later(DetailOperations.DELETE_OF, of);
    }
}
