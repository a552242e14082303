package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;

/** Finds the decoupling that a request names, for the user who holds it, and for superusers. */
final class HeldSubtree {
    private HeldSubtree() {}

    /** Locks it; refused if it is not there any more, or is another user's. */
    static Decoupling lock(CallContext call, Transaction tx, long number, LockMode mode) {
        Decoupling found = Decouplings.in(tx).lock(id(number), mode).orElseThrow(() -> gone(number));
        return requireUser(call, found);
    }

    /** As {@link #lock}, without a lock. */
    static Decoupling look(CallContext call, Transaction tx, long number) {
        return requireUser(call, Decouplings.in(tx).get(id(number)).orElseThrow(() -> gone(number)));
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
