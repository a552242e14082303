package io.lambdafs.store.ndb;

import io.lambdafs.store.BlockTable;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.RoleTable;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WorkTable;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.ndb.access.NdbAccess;
import io.lambdafs.store.ndb.access.ReadAccess;
import io.lambdafs.store.ndb.access.WriteAccess;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A transaction on NDB: the tables over one access to the cluster, and the outcome of its request. */
final class NdbTransaction implements Transaction {
    private final NdbAccess access;
    private final Ending ending;
    private final @Nullable ClientRequest request;
    private final NdbINodeTable inodes;
    private final NdbDetailTable details;
    private final NdbReplicaTable replicas;
    private final NdbWorkTable work;
    private final NdbBlockTable blocks;
    private final NdbLeaseTable leases;

    private NdbTransaction(NdbAccess access, Ending ending, @Nullable ClientRequest request, Shared shared) {
        this.access = access;
        this.ending = ending;
        this.request = request;
        inodes = new NdbINodeTable(access, shared.hints());
        details = new NdbDetailTable(access);
        replicas = new NdbReplicaTable(access);
        leases = new NdbLeaseTable(access);
        work = new NdbWorkTable(access, shared.commandNumbers());
        blocks = new NdbBlockTable(access, replicas, work);
    }

    /** What the transactions of a process share. */
    record Shared(PathHints hints, LongSupplier commandNumbers) {}

    /** How a transaction ends. */
    private record Ending(Runnable commit, Runnable close) {}

    static Transaction reading(ReadAccess access, Shared shared) {
        return new NdbTransaction(access, new Ending(access::end, access::end), null, shared);
    }

    static NdbTransaction writing(WriteAccess access, @Nullable ClientRequest request, Shared shared) {
        return new NdbTransaction(access, new Ending(access::commit, access::close), request, shared);
    }

    /** Has what the hint names read together with what is read first; rows are locked only when they are asked for. */
    NdbTransaction foreseeing(WriteHint hint) {
        hint.leaseOf().ifPresent(leases::foresee);
        hint.locks().forEach(lock -> inodes.foresee(lock.key()));
        return this;
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
    public DetailTable details() {
        return details;
    }

    @Override
    public ReplicaTable replicas() {
        return replicas;
    }

    @Override
    public DataNodeTable dataNodes() {
        return new NdbDataNodeTable(access, work);
    }

    @Override
    public LeaseTable leases() {
        return leases;
    }

    @Override
    public WorkTable work() {
        return work;
    }

    @Override
    public RoleTable roles() {
        return new NdbRoleTable(access);
    }

    @Override
    public OutcomeTable outcomes() {
        return new NdbOutcomeTable(access);
    }

    @Override
    public long nowMillis() {
        return access.nowMicros() / 1000;
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        return request == null ? Optional.empty() : request.prior();
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        if (request == null) {
            throw access.fail(Kind.INTERNAL, "an outcome is recorded for a request only");
        }
        request.record(access, outcome);
    }

    @Override
    public void commit() {
        if (request != null) {
            request.leave(access);
        }
        ending.commit().run();
    }

    @Override
    public void close() {
        ending.close().run();
    }
}
