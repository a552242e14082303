package io.lambdafs.store.sql;

import io.lambdafs.store.BlockTable;
import io.lambdafs.store.DataNodeTable;
import io.lambdafs.store.DetailTable;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LeaseTable;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.OutcomeTable;
import io.lambdafs.store.ReplicaTable;
import io.lambdafs.store.RoleTable;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WorkTable;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A transaction on PostgreSQL: the tables over one session, and the outcome of its request. */
final class PostgresTransaction implements Transaction {
    private final PostgresSession session;
    private final SqlINodeTable inodes;
    private final SqlBlockTable blocks;
    private final SqlLeaseTable leases;
    private final Runnable commit;
    private final Runnable close;
    private final @Nullable RequestId request;
    private byte @Nullable [] prior;
    private boolean recorded;
    private long admittedMillis;

    private PostgresTransaction(PostgresSession session, Runnable commit, Runnable close, @Nullable RequestId request) {
        this.session = session;
        this.commit = commit;
        this.close = close;
        this.request = request;
        inodes = new SqlINodeTable(session);
        blocks = new SqlBlockTable(session);
        leases = new SqlLeaseTable(session);
    }

    static Transaction reading(PostgresReadSession session) {
        return new PostgresTransaction(session, session::end, session::end, null);
    }

    /** Asks for the writer's admission; closes the session if it is refused. */
    static Transaction writing(PostgresWriteSession session, WriterId writer) {
        return admitted(session, writer, null, WriteHint.NONE, answer -> TransactionAdmission.asking(writer, answer));
    }

    /** As {@link #writing(WriteSession, WriterId)}, waits for earlier transactions of the request, and does what is hinted at. */
    static Transaction writing(PostgresWriteSession session, WriterId writer, RequestId request, WriteHint hint) {
        return admitted(session, writer, request, hint, answer -> TransactionAdmission.asking(writer, request, answer));
    }

    private static Transaction admitted(
            PostgresWriteSession session,
            WriterId writer,
            @Nullable RequestId request,
            WriteHint hint,
            Function<Consumer<TransactionAdmission>, Deferred> asking) {
        PostgresTransaction tx = new PostgresTransaction(session, session::commit, session::close, request);
        try {
            session.together(tx.beginning(asking.apply(admission -> tx.take(admission, session, writer)), hint));
            return tx;
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** In this order: a row must not be locked before what makes a fence wait for this transaction is. */
    private List<Deferred> beginning(Deferred admission, WriteHint hint) {
        List<Deferred> statements = new ArrayList<>();
        statements.add(admission);
        hint.leaseOf().map(leases::foreseeing).ifPresent(statements::add);
        hint.locks().stream()
                .filter(lock -> lock.mode() != LockMode.NONE)
                .map(inodes::foreseeing)
                .forEach(statements::add);
        hint.blocksOf()
                .map(file -> blocks.foreseeing(file, () -> inodes.foreseen(file)))
                .ifPresent(statements::add);
        return statements;
    }

    private void take(TransactionAdmission admission, PostgresWriteSession session, WriterId writer) {
        if (!admission.admitted()) {
            throw session.fail(Kind.FENCED, writer + " is fenced or unknown: register a new one");
        }
        prior = admission.prior();
        admittedMillis = admission.nowMillis();
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
        return new SqlDetailTable(session);
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
    public long nowMillis() {
        return admittedMillis > 0
                ? admittedMillis
                : session.queryOne("SELECT " + Times.NOW_MILLIS, none -> {}, row -> row.getLong(1))
                        .orElseThrow();
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
