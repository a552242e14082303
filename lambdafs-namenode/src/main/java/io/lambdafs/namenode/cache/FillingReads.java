package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.BlockTable;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.RoleTable;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WorkTable;
import java.util.Optional;

/** A reading transaction of the store that notes what it reads of a path, to be kept in the cache. */
final class FillingReads implements Transaction {
    private final Transaction store;
    private final INodeTable inodes;
    private final BlockTable blocks;
    private final ReplicaTable replicas;

    FillingReads(Transaction store, Fill fill) {
        this.store = requireNonNull(store, "store");
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

    @Override
    public DataNodeTable dataNodes() {
        return store.dataNodes();
    }

    @Override
    public LeaseTable leases() {
        return store.leases();
    }

    @Override
    public WorkTable work() {
        return store.work();
    }

    @Override
    public RoleTable roles() {
        return store.roles();
    }

    @Override
    public DetailTable details() {
        return store.details();
    }

    @Override
    public OutcomeTable outcomes() {
        return store.outcomes();
    }

    @Override
    public long nowMillis() {
        return store.nowMillis();
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        return store.priorOutcome();
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        store.recordOutcome(outcome);
    }

    @Override
    public void commit() {
        store.commit();
    }

    @Override
    public void close() {
        store.close();
    }
}
