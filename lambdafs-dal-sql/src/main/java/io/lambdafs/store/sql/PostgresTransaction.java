package io.lambdafs.store.sql;

import io.lambdafs.store.BlockTable;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.RoleTable;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WorkTable;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A transaction on PostgreSQL: the tables over one session, and the outcome of its request. */
final class PostgresTransaction implements Transaction {
    private final Session session;
    private final LeaseTable leases;
    private final Runnable commit;
    private final Runnable close;
    private final @Nullable RequestId request;
    private final byte @Nullable [] prior;
    private boolean recorded;

    private PostgresTransaction(WriteSession session, @Nullable RequestId request, byte @Nullable [] prior) {
        this.session = session;
        leases = new SqlLeaseTable(session);
        this.request = request;
        this.prior = prior;
        commit = session::commit;
        close = session::close;
    }

    private PostgresTransaction(ReadSession session) {
        this.session = session;
        leases = new SqlLeaseTable(session);
        request = null;
        prior = null;
        commit = session::end;
        close = session::end;
    }

    static Transaction reading(ReadSession session) {
        return new PostgresTransaction(session);
    }

    /** Asks for the writer's admission; closes the session if it is refused. */
    static Transaction writing(WriteSession session, WriterId writer) {
        return admitted(session, writer, null);
    }

    /** As {@link #writing(WriteSession, WriterId)}, and waits for earlier transactions of the request. */
    static Transaction writing(WriteSession session, WriterId writer, RequestId request) {
        return admitted(session, writer, request);
    }

    private static Transaction admitted(WriteSession session, WriterId writer, @Nullable RequestId request) {
        try {
            Admission admission =
                    request == null ? Admission.of(session, writer) : Admission.of(session, writer, request);
            if (!admission.admitted()) {
                throw session.fail(Kind.FENCED, writer + " is fenced or unknown: register a new one");
            }
            return new PostgresTransaction(session, request, admission.prior());
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    @Override
    public INodeTable inodes() {
        return new SqlINodeTable(session);
    }

    @Override
    public BlockTable blocks() {
        return new SqlBlockTable(session);
    }

    @Override
    public ReplicaTable replicas() {
        return new SqlReplicaTable(session);
    }

    @Override
    public DataNodeTable dataNodes() {
        return new SqlDataNodeTable(session);
    }

    @Override
    public LeaseTable leases() {
        return leases;
    }

    @Override
    public WorkTable work() {
        return new SqlWorkTable(session);
    }

    @Override
    public RoleTable roles() {
        return new SqlRoleTable(session);
    }

    @Override
    public OutcomeTable outcomes() {
        return new SqlOutcomeTable(session);
    }

    @Override
    public Optional<byte[]> priorOutcome() {
        return Optional.ofNullable(prior).map(byte[]::clone);
    }

    @Override
    public void recordOutcome(byte[] outcome) {
        if (request == null || recorded || prior != null) {
            throw session.fail(Kind.INTERNAL, "an outcome is recorded once, and only for a request");
        }
        byte[] copy = outcome.clone();
        session.later(new Deferred(
                "INSERT INTO outcomes (client, sequence, outcome) VALUES (?, ?, ?)",
                p -> p.add(request.client()).add(request.sequence()).add(copy)));
        recorded = true;
    }

    @Override
    public void commit() {
        commit.run();
    }

    @Override
    public void close() {
        close.run();
    }
}
