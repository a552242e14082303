package io.lambdafs.testkit.sim;

import io.lambdafs.store.BlockTable;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.RoleTable;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WorkTable;
import io.lambdafs.wire.RequestId;
import java.util.Optional;
import java.util.function.Supplier;

/** A transaction whose calls travel to the store. */
final class SimTransaction implements Transaction {
    private final SimMetadataStore store;
    private final Transaction tx;
    private final Optional<RequestId> request;
    private final long beganMillis;
    private boolean abandoned;
    private boolean broken;

    SimTransaction(SimMetadataStore store, Transaction tx, Optional<RequestId> request) {
        this.store = store;
        this.tx = tx;
        this.request = request;
        this.beganMillis = tx.nowMillis();
    }

    private <T> T call(String name, Supplier<T> call) {
        if (broken) {
            throw new StoreException(Kind.UNAVAILABLE, "simulated: the connection is broken");
        }
        try {
            return store.call(name, call);
        } catch (StoreException e) {
            broken |= e.kind() == Kind.UNAVAILABLE;
            throw e;
        }
    }

    private <T> T table(Class<T> type, T table) {
        return Intercepted.of(
                type,
                table,
                (method, arguments) -> call(method.getName(), () -> Intercepted.call(table, method, arguments)));
    }

    @Override
    public INodeTable inodes() {
        return table(INodeTable.class, tx.inodes());
    }

    @Override
    public BlockTable blocks() {
        return table(BlockTable.class, tx.blocks());
    }

    @Override
    public ReplicaTable replicas() {
        return table(ReplicaTable.class, tx.replicas());
    }

    @Override
    public DataNodeTable dataNodes() {
        return table(DataNodeTable.class, tx.dataNodes());
    }

    @Override
    public LeaseTable leases() {
        return table(LeaseTable.class, tx.leases());
    }

    @Override
    public WorkTable work() {
        return table(WorkTable.class, tx.work());
    }

    @Override
    public RoleTable roles() {
        return table(RoleTable.class, tx.roles());
    }

    @Override
    public DetailTable details() {
        return table(DetailTable.class, tx.details());
    }

    @Override
    public OutcomeTable outcomes() {
        return table(OutcomeTable.class, tx.outcomes());
    }

    @Override
    public long nowMillis() {
        return request.isPresent() ? store.timeOf(beganMillis) : store.timeOf(call("now", tx::nowMillis));
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        return tx.priorOutcome();
    }

    @Override
    public void announce(byte[] bytes) {
        tx.announce(bytes);
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        if (!store.forgetsOutcomes()) {
            tx.recordOutcome(outcome);
        }
    }

    @Override
    public void commit() {
        SimScheduler scheduler = store.scheduler();
        store.beforeCommit();
        scheduler.pass("commit");
        StoreFault fault = store.commitFault();
        switch (fault) {
            case NONE -> {
                store.commit(tx, request);
                scheduler.pass("answer to commit");
            }
            case CONFLICT -> throw new StoreException(Kind.CONFLICT, "simulated: a conflict at the commit");
            case UNAVAILABLE -> throw lost("is lost");
            case UNANSWERED -> {
                store.commit(tx, request);
                throw lost("is done and not answered");
            }
            case LATE -> {
                abandoned = true;
                store.muchLater("a late commit", this::commitLate);
                throw lost("comes late");
            }
        }
    }

    private StoreException lost(String how) {
        broken = true;
        store.scheduler().note("the commit", how);
        return new StoreException(Kind.UNAVAILABLE, "simulated: the commit " + how);
    }

    private void commitLate() {
        try {
            store.commit(tx, request);
        } catch (StoreException ended) {
            store.scheduler().note("the late commit fails:", ended.kind());
        }
    }

    /** Rolls back at once; a broken connection is rolled back when the store sees it. */
    @Override
    public void close() {
        if (abandoned || store.isCutOff()) {
            return;
        }
        if (broken) {
            store.sometime("the store sees a broken connection", tx::close);
        } else {
            tx.close();
        }
    }
}
