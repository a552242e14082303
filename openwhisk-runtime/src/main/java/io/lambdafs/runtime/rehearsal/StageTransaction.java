package io.lambdafs.runtime.rehearsal;

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

/**
 * Reads the stage's namespace. Its file is empty and closed, so a read asks for nothing but inodes and blocks.
 *
 * @param inodes the namespace
 */
record StageTransaction(INodeTable inodes) implements Transaction {
    @Override
    public BlockTable blocks() {
        return NoBlocks.INSTANCE;
    }

    @Override
    public ReplicaTable replicas() {
        return NoReplicas.INSTANCE;
    }

    @Override
    public DataNodeTable dataNodes() {
        throw StageStore.readOnly();
    }

    @Override
    public LeaseTable leases() {
        throw StageStore.readOnly();
    }

    @Override
    public WorkTable work() {
        throw StageStore.readOnly();
    }

    @Override
    public RoleTable roles() {
        throw StageStore.readOnly();
    }

    @Override
    public DetailTable details() {
        throw StageStore.readOnly();
    }

    @Override
    public OutcomeTable outcomes() {
        throw StageStore.readOnly();
    }

    @Override
    public long nowMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        return Optional.empty();
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        throw StageStore.readOnly();
    }

    @Override
    public void commit() {
        // There is nothing to be made durable.
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
