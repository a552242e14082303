package io.lambdafs.namenode.cache;

import io.lambdafs.store.BlockTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.forwarding.ForwardingTransaction;

/** A reading transaction of the store that notes what it reads of a path, to be kept in the cache. */
final class FillingReads extends ForwardingTransaction {
    private final INodeTable inodes;
    private final BlockTable blocks;
    private final ReplicaTable replicas;

    FillingReads(Transaction store, Fill fill) {
        super(store);
        this.inodes = new FillingINodes(store.inodes(), fill);
        this.blocks = new FillingBlocks(store.blocks(), fill);
        this.replicas = new FillingReplicas(store.replicas(), fill);
    }

    @Override
    public INodeTable inodes() {
        return inodes;
    }

    @Override
    public BlockTable blocks() {
        return blocks;
    }

    @Override
    public ReplicaTable replicas() {
        return replicas;
    }
}
