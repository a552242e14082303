package io.lambdafs.testkit.store;

import io.lambdafs.store.BlockTable;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.RoleTable;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WorkTable;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The twin of a transaction that begins together with what is first asked of it. Used by one thread. */
final class LateTransaction implements Transaction {
    private final Supplier<Transaction> begin;
    private @Nullable Transaction begun;
    private @Nullable StoreException failure;

    LateTransaction(Supplier<Transaction> begin) {
        this.begin = begin;
    }

    private Transaction tx() {
        if (failure != null) {
            throw new StoreException(failure.kind(), "the transaction has failed and can only be closed", failure);
        }
        if (begun == null) {
            try {
                begun = first(begin.get());
            } catch (StoreException e) {
                failure = e;
                throw e;
            }
        }
        return begun;
    }

    private static Transaction first(Transaction tx) {
        if (tx.priorOutcome().isPresent()) {
            tx.close();
            throw new StoreException(Kind.CONFLICT, "an earlier transaction of the request was committed");
        }
        return tx;
    }

    @Override
    public INodeTable inodes() {
        return tx().inodes();
    }

    @Override
    public BlockTable blocks() {
        return tx().blocks();
    }

    @Override
    public ReplicaTable replicas() {
        return tx().replicas();
    }

    @Override
    public DataNodeTable dataNodes() {
        return tx().dataNodes();
    }

    @Override
    public LeaseTable leases() {
        return tx().leases();
    }

    @Override
    public WorkTable work() {
        return tx().work();
    }

    @Override
    public RoleTable roles() {
        return tx().roles();
    }

    @Override
    public OutcomeTable outcomes() {
        return tx().outcomes();
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        return Optional.empty();
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        tx().recordOutcome(outcome);
    }

    @Override
    public void commit() {
        tx().commit();
    }

    @Override
    public void close() {
        if (begun != null) {
            begun.close();
        }
    }
}
