package io.lambdafs.namenode.coherence;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.path.PathPins;
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
import java.util.List;
import java.util.Optional;

/** A transaction that keeps the paths that are resolved in it from being moved, without locking what is above. */
final class PinningTransaction implements Transaction, PathPins {
    private final Transaction tx;
    private final PathPins pins;

    PinningTransaction(Transaction tx, PathPins pins) {
        this.tx = tx;
        this.pins = pins;
    }

    @Override
    public List<Directory> pin(FsPath path) {
        return pins.pin(path);
    }

    @Override
    public boolean locksOnTheWay(FsPath path) {
        return pins.locksOnTheWay(path);
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
    public DetailTable details() {
        return tx.details();
    }

    @Override
    public OutcomeTable outcomes() {
        return tx.outcomes();
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
