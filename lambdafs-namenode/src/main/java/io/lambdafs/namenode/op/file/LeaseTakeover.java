package io.lambdafs.namenode.op.file;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.block.BlockState;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.LeaseHolder;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.LeaseLimits;
import io.lambdafs.lease.LeaseRecovery;
import io.lambdafs.lease.LeaseRecovery.Outcome;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Decides whether a client may have a file that another one was writing, and recovers the file if so. Thread-safe. */
final class LeaseTakeover {
    private static final int MAX_AT_ONCE = 2;

    /**
     * An attempt to get a file.
     *
     * @param operation HDFS's name of what is attempted, which users see in messages
     */
    record Attempt(String operation, FsPath path, String holder, String clientHost) {
        FsException refused(ErrorCode code, String why) {
            return new FsException(
                    code,
                    "Failed to " + operation + " " + path + " for " + holder + " on " + clientHost + " because " + why);
        }
    }

    private final TransactionRunner transactions;
    private final WriterIdentity writer;
    private final LeaseRecovery recovery;
    private final LeaseLimits limits;
    private final Semaphore places = new Semaphore(MAX_AT_ONCE);

    LeaseTakeover(TransactionRunner transactions, WriterIdentity writer, LeaseRecovery recovery, LeaseLimits limits) {
        this.transactions = transactions;
        this.writer = writer;
        this.recovery = recovery;
        this.limits = limits;
    }

    /**
     * Returns when nobody writes the file any more, else refuses.
     *
     * <p>What it does about a lease that ran out must last although the operation is refused, so it is a transaction of
     * its own; the caller's has nothing locked yet.
     */
    void requireClosed(Attempt attempt, Transaction tx, RegularFile found) {
        if (!found.isUnderConstruction()) {
            return;
        }
        LeaseHolder owner = found.writer().orElseThrow();
        if (owner.clientName().equals(attempt.holder())) {
            throw attempt.refused(
                    ErrorCode.ALREADY_BEING_CREATED, attempt.holder() + " is already the current lease holder.");
        }
        if (LeaseRecovery.isRecovery(owner.clientName()) || isSoftExpired(tx, owner)) {
            requireReleased(attempt, release(found));
        } else {
            throw owned(attempt, tx, found, owner);
        }
    }

    private boolean isSoftExpired(Transaction tx, LeaseHolder owner) {
        return tx.leases()
                .age(owner.clientName())
                .map(age -> age.compareTo(limits.soft()) >= 0)
                .orElse(true);
    }

    /*
     * The caller's transaction keeps a connection to the store while this one asks for another. If requests that wait
     * so held every connection, none would get on. So all but a few end, give their connection back and run again.
     */
    private Outcome release(RegularFile found) {
        if (!places.tryAcquire()) {
            throw new StoreException(StoreException.Kind.CONFLICT, "too many files are being taken over at once");
        }
        try {
            return releaseLocked(found);
        } finally {
            places.release();
        }
    }

    private Outcome releaseLocked(RegularFile found) {
        return transactions.write(writer.current(), tx -> {
            List<INode> locked = tx.inodes().lock(List.of(new RowLock(found.id(), LockMode.EXCLUSIVE)));
            boolean same = !locked.isEmpty()
                    && locked.get(0) instanceof RegularFile file
                    && file.writer().equals(found.writer());
            return same ? recovery.release(tx, (RegularFile) locked.get(0)) : Outcome.CLOSED;
        });
    }

    /** Refuses unless the release closed the file. */
    static void requireReleased(Attempt attempt, Outcome outcome) {
        switch (outcome) {
            case CLOSED -> {}
            case RECOVERING ->
                throw attempt.refused(
                        ErrorCode.RECOVERY_IN_PROGRESS, "lease recovery is in progress. Try again later.");
            case WAITING_FOR_REPLICAS ->
                throw new FsException(
                        ErrorCode.ALREADY_BEING_CREATED,
                        "DIR* NameSystem.internalReleaseLease: Failed to release lease for file " + attempt.path()
                                + ". Committed blocks are waiting to be minimally replicated.");
        }
    }

    private static FsException owned(Attempt attempt, Transaction tx, RegularFile found, LeaseHolder owner) {
        String who = owner.clientName() + " on " + owner.clientHost();
        List<BlockInfo> blocks = tx.blocks().ofFiles(List.of(found.id()));
        boolean recovering = !blocks.isEmpty() && blocks.get(blocks.size() - 1).state() == BlockState.UNDER_RECOVERY;
        return recovering
                ? attempt.refused(ErrorCode.RECOVERY_IN_PROGRESS, "another recovery is in progress by " + who)
                : attempt.refused(ErrorCode.ALREADY_BEING_CREATED, "this file lease is currently owned by " + who);
    }
}
