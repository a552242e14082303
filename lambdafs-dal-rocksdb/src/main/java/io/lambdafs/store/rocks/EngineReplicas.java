package io.lambdafs.store.rocks;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.ReplicaTable;
import java.util.List;

/** The replicas of the engine. */
final class EngineReplicas implements ReplicaTable {
    private final Session session;

    EngineReplicas(Session session) {
        this.session = session;
    }

    @Override
    public List<Replica> ofBlocks(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        return session.ask(tables -> tables.replicas().ofBlocks(blocks));
    }

    @Override
    public List<Replica> onStorage(StorageId storage, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(tables -> tables.replicas().onStorage(storage, after, limit));
    }

    @Override
    public void put(List<Replica> replicas) {
        INodeTable.checkedBatch(replicas.size());
        List<Replica> put = List.copyOf(replicas);
        session.later(tables -> tables.replicas().put(put));
    }

    @Override
    public void remove(StorageId storage, List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        List<BlockId> removed = List.copyOf(blocks);
        session.later(tables -> tables.replicas().remove(storage, removed));
    }

    @Override
    public List<BlockId> removeSome(StorageId storage, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(tables -> tables.replicas().removeSome(storage, limit));
    }
}
