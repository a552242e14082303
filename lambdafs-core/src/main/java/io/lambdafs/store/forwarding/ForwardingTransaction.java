package io.lambdafs.store.forwarding;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INode;
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
import io.lambdafs.store.volume.VolumeStore;
import java.util.List;
import java.util.Optional;

/** A transaction that hands everything on to another one, but for what a subclass does itself. */
public abstract class ForwardingTransaction implements Transaction {
    /** The other one. */
    protected final Transaction tx;

    /** Hands on to this one. */
    protected ForwardingTransaction(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    @Override
    public void leadingTo(List<INode> chain) {
        tx.leadingTo(chain);
    }

    @Override
    public boolean isInSnapshot(INode inode) {
        return tx.isInSnapshot(inode);
    }

    @Override
    public INodeTable inodes() {
        return tx.inodes();
    }

    @Override
    public BlockTable blocks() {
        return tx.blocks();
    }

    @Override
    public DetailTable details() {
        return tx.details();
    }

    @Override
    public ReplicaTable replicas() {
        return tx.replicas();
    }

    @Override
    public DataNodeTable dataNodes() {
        return tx.dataNodes();
    }

    @Override
    public LeaseTable leases() {
        return tx.leases();
    }

    @Override
    public WorkTable work() {
        return tx.work();
    }

    @Override
    public RoleTable roles() {
        return tx.roles();
    }

    @Override
    public OutcomeTable outcomes() {
        return tx.outcomes();
    }

    @Override
    public void announce(byte[] bytes) {
        tx.announce(bytes);
    }

    @Override
    public Optional<VolumeStore> volumes() {
        return tx.volumes();
    }

    @Override
    public long nowMillis() {
        return tx.nowMillis();
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        return tx.priorOutcome();
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        tx.recordOutcome(outcome);
    }

    @Override
    public void commit() {
        tx.commit();
    }

    @Override
    public void close() {
        tx.close();
    }
}
