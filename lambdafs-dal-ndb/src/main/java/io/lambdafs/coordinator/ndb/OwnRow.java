package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.ndb.cluster.OperationBatch;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * The own registration. Each transaction that writes gives a sign of life too, and fails if the registration is gone: so
 * nothing is said by a member after its departure. Used by one thread, but for {@link #provenAliveNanos}.
 */
final class OwnRow {
    private final Transactions transactions;
    private final LongSupplier ticker;
    private Registered row;
    private volatile long provenNanos;

    /** Not registered yet, and so not alive. */
    OwnRow(Transactions transactions, LongSupplier ticker, Registered row) {
        this.transactions = transactions;
        this.ticker = ticker;
        this.row = row;
        provenNanos = ticker.getAsLong() - row.timeout().toNanos();
    }

    Registered.Key key() {
        return row.key();
    }

    /** Registers; returns the rows of those who had before. */
    List<Registered> register() {
        long sent = ticker.getAsLong();
        List<Registered> before = transactions.run(transaction -> MemberRows.register(transaction, row));
        provenNanos = sent;
        return before;
    }

    /** Carries out these operations too. */
    void write(Consumer<OperationBatch> operations) {
        // Never one that has been tried before: others may have seen that earlier than it is sent now.
        row = row.next();
        send(batch -> {
            MemberRows.renew(batch, row);
            operations.accept(batch);
        });
    }

    private void send(Consumer<OperationBatch> operations) {
        OperationBatch batch = new OperationBatch();
        operations.accept(batch);
        long sent = ticker.getAsLong();
        transactions.run(transaction -> {
            transaction.commit(batch);
            return true;
        });
        provenNanos = sent;
    }

    /** Ends it; fails with MISSING_ROW if somebody has. */
    void leave() {
        OperationBatch batch = new OperationBatch();
        MemberRows.end(batch, row);
        transactions.run(transaction -> {
            transaction.commit(batch);
            return true;
        });
    }

    long provenAliveNanos() {
        return provenNanos;
    }

    long silentNanos() {
        return ticker.getAsLong() - provenNanos;
    }
}
