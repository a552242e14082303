package io.lambdafs.store.rocks;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.rocks.operation.ReplicaOperations;
import java.util.List;

/** The replicas of the engine. */
final class EngineReplicas implements ReplicaTable {
    private final EngineSession session;

    EngineReplicas(EngineSession session) {
        this.session = session;
    }

    @Override
    public List<Replica> ofBlocks(List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        return session.ask(ReplicaOperations.OF_BLOCKS, blocks);
    }

    @Override
    public List<Replica> onStorage(StorageId storage, BlockId after, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(ReplicaOperations.ON_STORAGE, new ReplicaOperations.OnStorage(storage, after, limit));
    }

    @Override
    public void put(List<Replica> replicas) {
        INodeTable.checkedBatch(replicas.size());
        List<Replica> put = List.copyOf(replicas);
        session.later(ReplicaOperations.PUT, put);
    }

    @Override
    public void remove(StorageId storage, List<BlockId> blocks) {
        INodeTable.checkedBatch(blocks.size());
        List<BlockId> removed = List.copyOf(blocks);
        session.later(ReplicaOperations.REMOVE, new ReplicaOperations.Removal(storage, removed));
    }

    @Override
    public List<BlockId> removeSome(StorageId storage, int limit) {
        INodeTable.checkedBatch(limit);
        return session.ask(ReplicaOperations.REMOVE_SOME, new ReplicaOperations.Some(storage, limit));
    }
}
