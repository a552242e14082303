package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathClimb;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;

/** Finds the decoupling that a request names, for the user who holds it, and for superusers. */
final class HeldSubtree {
    private HeldSubtree() {}

    /** Locks it; refused if nobody holds it any more, or another user does. */
    static Decoupling lock(CallContext call, Transaction tx, long number, LockMode mode) {
        return requireHeld(lockAlsoDiscarded(call, tx, number, mode));
    }

    /** As {@link #lock}, also if it is being discarded. */
    static Decoupling lockAlsoDiscarded(CallContext call, Transaction tx, long number, LockMode mode) {
        Decoupling found = Decouplings.in(tx).lock(id(number), mode).orElseThrow(() -> gone(number));
        return requireUser(call, found);
    }

    /** As {@link #lockAlsoDiscarded}, without a lock. */
    static Decoupling lookAlsoDiscarded(CallContext call, Transaction tx, long number) {
        return requireUser(call, Decouplings.in(tx).get(id(number)).orElseThrow(() -> gone(number)));
    }

    /* What a discard has passed by already must not be made anew. */
    private static Decoupling requireHeld(Decoupling decoupling) {
        if (decoupling.discard().begun()) {
            throw gone(decoupling.number().value());
        }
        return decoupling;
    }

    private static INodeId id(long number) {
        if (number <= 0) {
            throw gone(number);
        }
        return new INodeId(number);
    }

    private static FsException gone(long number) {
        return new FsException(
                ErrorCode.FILE_NOT_FOUND,
                "There is no decoupled subtree with the number " + number
                        + ": it was merged or discarded. 'lambdafs subtree list' shows those that there are.");
    }

    private static Decoupling requireUser(CallContext call, Decoupling decoupling) {
        if (!call.superuser() && !call.user().equals(decoupling.holder().user())) {
            throw new FsException(
                    ErrorCode.ACCESS_DENIED,
                    "Permission denied. user=" + call.user() + " does not hold the decoupled subtree "
                            + decoupling.number() + ", but " + decoupling.holder() + " does");
        }
        return decoupling;
    }

    /**
     * The call as its holder would make it: what a superuser or a NameNode does for a merge is checked as if the holder did it.
     *
     * @param call a call of a client for which the decoupling was found
     */
    static CallContext asHolder(CallContext call, Decoupling decoupling) {
        Decoupling.Holder holder = decoupling.holder();
        if (call.user().equals(holder.user())) {
            return call;
        }
        return new CallContext(
                new Caller(holder.user(), holder.groups(), holder.host()),
                call.authentication(),
                holder.superuser(),
                call.permissionsChecked(),
                call.requestId(),
                call.resubmission(),
                call.changes(),
                call.nowMillis());
    }

    /** Locks the directory and then the decoupling, in the order in which all operations lock the two. */
    static Placed lockWithDirectory(CallContext call, Transaction tx, long number) {
        Placed placed = lockAlsoDiscardedWithDirectory(call, tx, number);
        requireHeld(placed.decoupling());
        return placed;
    }

    /** As {@link #lockWithDirectory}, also if it is being discarded. */
    static Placed lockAlsoDiscardedWithDirectory(CallContext call, Transaction tx, long number) {
        Decoupling looked = lookAlsoDiscarded(call, tx, number);
        ResolvedPath found = place(tx, looked);
        ResolvedPath root = PathLocks.in(tx).lock(found.path(), LockScope.TARGET);
        if (!root.exists() || !root.last().id().equals(looked.directory())) {
            throw PathChange.retriable(found.path().toString());
        }
        return new Placed(lockAlsoDiscarded(call, tx, number, LockMode.EXCLUSIVE), root);
    }

    /** Where the directory is now, unlocked. */
    static ResolvedPath place(Transaction tx, Decoupling decoupling) {
        return PathClimb.from(tx, decoupling.directory())
                .orElseThrow(() -> new FsException(
                        ErrorCode.FILE_NOT_FOUND,
                        "The directory of the decoupled subtree is gone: discard the subtree, or recover what its"
                                + " journal has into another directory."));
    }

    /**
     * A decoupling and its directory, both locked EXCLUSIVE.
     *
     * @param root leads to the directory
     */
    record Placed(Decoupling decoupling, ResolvedPath root) {
        Directory directory() {
            return (Directory) root.last();
        }
    }

    /**
     * Requires that a lease ends when a NameNode has seen it end. Otherwise that NameNode would take the subtree from a client that has renewed
     * its lease since.
     *
     * @param leaseEnd in milliseconds since the epoch; 0 if it does not matter
     */
    static void requireAsSeen(Decoupling decoupling, long leaseEnd) {
        if (leaseEnd != 0 && leaseEnd != decoupling.term().expiresMillis()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The lease of the decoupled subtree " + decoupling.number() + " was renewed.");
        }
    }

    /** The decoupling with its merge, which must have begun. */
    static Decoupling requireMerging(Decoupling decoupling) {
        if (!decoupling.merge().hasBegun()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "No merge of the decoupled subtree " + decoupling.number() + " has begun.");
        }
        return decoupling;
    }
}
