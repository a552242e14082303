package io.lambdafs.runtime.rehearsal;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.ReplicaTable;
import java.util.List;

/** The replicas of no blocks. */
enum NoReplicas implements ReplicaTable {
    INSTANCE;

    @Override
    public List<Replica> ofBlocks(List<BlockId> blocks) {
        return List.of();
    }

    @Override
    public List<Replica> onStorage(StorageId storage, BlockId after, int limit) {
        return List.of();
    }

    @Override
    public void put(List<Replica> replicas) {
        throw StageStore.readOnly();
    }

    @Override
    public void remove(StorageId storage, List<BlockId> blocks) {
        throw StageStore.readOnly();
    }

    @Override
    public List<BlockId> removeSome(StorageId storage, int limit) {
        throw StageStore.readOnly();
    }
}
