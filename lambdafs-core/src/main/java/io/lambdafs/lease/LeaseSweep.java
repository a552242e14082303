package io.lambdafs.lease;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.LeaseRecovery.Outcome;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Releases the leases of writers that were not heard of for the hard limit, and begins recoveries again that came to
 * nothing. To be run now and then, by one process at a time. Thread-safe.
 */
public final class LeaseSweep {
    private static final int MAX_CANDIDATES = 5_000;

    private final TransactionRunner transactions;
    private final Supplier<WriterId> writer;
    private final LeaseRecovery recovery;
    private final LeaseLimits limits;

    /** A sweep whose transactions are written under the name that the writer gives at that moment. */
    public LeaseSweep(
            TransactionRunner transactions, Supplier<WriterId> writer, LeaseRecovery recovery, LeaseLimits limits) {
        this.transactions = requireNonNull(transactions, "transactions");
        this.writer = requireNonNull(writer, "writer");
        this.recovery = requireNonNull(recovery, "recovery");
        this.limits = requireNonNull(limits, "limits");
    }

    /**
     * Looks at up to so many leases and at so many files of each, every file in a transaction of its own.
     *
     * @return number of files looked at
     */
    public int sweep(int limit) {
        int files = 0;
        for (String holder : transactions.read(tx -> due(tx, limit))) {
            List<INode> open = transactions.read(tx -> tx.inodes().writtenBy(holder, INodeId.NONE, limit));
            for (INode file : open) {
                transactions.write(writer.get(), tx -> release(tx, file.id(), holder));
            }
            transactions.write(writer.get(), tx -> removeIfUnused(tx, holder));
            files += open.size();
        }
        return files;
    }

    /* Many leases are older than the time after which a recovery is begun again; most of them are of live clients. */
    private List<String> due(Transaction tx, int limit) {
        Set<String> due = new LinkedHashSet<>(tx.leases().expired(limits.hard(), limit));
        tx.leases().expired(limits.recoveryRetry(), MAX_CANDIDATES).stream()
                .filter(LeaseRecovery::isRecovery)
                .limit(limit)
                .forEach(due::add);
        return List.copyOf(due);
    }

    /* The lock is taken after the look-up, so what was looked up is checked again under it. */
    private boolean release(Transaction tx, INodeId file, String holder) {
        List<INode> locked = tx.inodes().lock(List.of(new RowLock(file, LockMode.EXCLUSIVE)));
        if (locked.isEmpty()
                || !(locked.get(0) instanceof RegularFile found)
                || !found.writer()
                        .map(LeaseHolder::clientName)
                        .filter(holder::equals)
                        .isPresent()
                || isRenewed(tx, holder)) {
            return false;
        }
        if (recovery.release(tx, found) == Outcome.WAITING_FOR_REPLICAS) {
            recovery.park(tx, found.id());
        }
        return true;
    }

    private Duration limitOf(String holder) {
        return LeaseRecovery.isRecovery(holder) ? limits.recoveryRetry() : limits.hard();
    }

    private boolean isRenewed(Transaction tx, String holder) {
        return tx.leases()
                .age(holder)
                .filter(age -> age.compareTo(limitOf(holder)) < 0)
                .isPresent();
    }

    /*
     * A client that has come back may be creating a file that is not to be seen yet. It has renewed its lease for it, in
     * the same transaction or in one before: then the lease is young, and stays.
     */
    private boolean removeIfUnused(Transaction tx, String holder) {
        if (tx.inodes().writtenBy(holder, INodeId.NONE, 1).isEmpty()) {
            tx.leases().remove(holder, limitOf(holder));
        }
        return true;
    }
}
