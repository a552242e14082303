package io.lambdafs.namenode.cache;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.Replica;
import io.lambdafs.store.BlockReads;
import io.lambdafs.store.INodeReads;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.ReplicaReads;
import io.lambdafs.store.Transaction;
import java.util.List;

/** A view of the store that notes what is read of a path, to be kept in the cache. */
record FillingView(Transaction store, Fill fill) implements ReadView {
    @Override
    public INodeReads inodes() {
        return new FillingINodes(store.inodes(), fill);
    }

    @Override
    public BlockReads blocks() {
        return files -> fill.blocks(files, store.blocks().ofFiles(files));
    }

    @Override
    public ReplicaReads replicas() {
        return this::replicasOf;
    }

    private List<Replica> replicasOf(List<BlockId> blocks) {
        long before = fill.now();
        return fill.replicas(blocks, store.replicas().ofBlocks(blocks), before);
    }
}
