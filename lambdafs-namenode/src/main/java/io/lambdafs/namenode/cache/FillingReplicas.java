package io.lambdafs.namenode.cache;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.block.StorageId;
import io.lambdafs.store.ReplicaTable;
import java.util.List;

/** The store's replicas; those of blocks are noted. */
record FillingReplicas(ReplicaTable store, Fill fill) implements ReplicaTable {
    @Override
    public List<Replica> ofBlocks(List<BlockId> blocks) {
        long before = fill.now();
        return fill.replicas(blocks, store.ofBlocks(blocks), before);
    }

    @Override
    public List<Replica> onStorage(StorageId storage, BlockId after, int limit) {
        return store.onStorage(storage, after, limit);
    }

    @Override
    public void put(List<Replica> replicas) {
        store.put(replicas);
    }

    @Override
    public void remove(StorageId storage, List<BlockId> blocks) {
        store.remove(storage, blocks);
    }

    @Override
    public List<BlockId> removeSome(StorageId storage, int limit) {
        return store.removeSome(storage, limit);
    }
}
