package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.op.decoupling.HeldSubtree.Placed;
import io.lambdafs.namenode.subtree.DiscardStep;
import io.lambdafs.namenode.subtree.SubtreeHold;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.DiscardOutcome;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Ends a decoupling without its journal: what a merge has inserted and not attached goes, with all blocks. What is
 * attached already stays: others may have removed a directory that the rest was for, and then the merge can come to no other end.
 *
 * <p>From the first request on nobody holds the directory. The removal may take many transactions, each of which is one
 * request. The answer says whether it was the last one. The client asks again for a while, and NameNodes do what it
 * leaves.
 *
 * <p>A request that says when it saw the lease end comes from a NameNode that clears up. It is refused if the holder has renewed the lease
 * since, or if a merge has begun. A client that has nothing to merge says so, and is refused if the store has a journal: that of an earlier
 * process.
 */
final class DiscardDecouplingOperation implements WriteOperation<BytesValue, BytesValue> {
    private final DiscardStep step;

    DiscardDecouplingOperation(DiscardStep step) {
        this.step = step;
    }

    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        DecouplingRequest asked = Messages.decode(request, DecouplingRequest::decode);
        Decoupling decoupling = lockAndRelease(call, tx, asked.number(), changes);
        if (!decoupling.discard().begun()) {
            requireAsSeen(decoupling, asked.argument());
        }
        return Messages.of(new DiscardOutcome(step.discard(tx, decoupling)).encode());
    }

    private static void requireAsSeen(Decoupling decoupling, long leaseEnd) {
        if (leaseEnd == DecouplingRequest.UNLESS_STORED) {
            requireNothingStored(decoupling);
            return;
        }
        HeldSubtree.requireAsSeen(decoupling, leaseEnd);
        if (leaseEnd != 0 && decoupling.merge().hasBegun()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "A merge of the decoupled subtree " + decoupling.number() + " has begun.");
        }
    }

    private static void requireNothingStored(Decoupling decoupling) {
        if (decoupling.merge().hasBegun() || !decoupling.persisted().isNone()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "The store has a journal of the decoupled subtree " + decoupling.number()
                            + ", which was made durable there or is being merged: recover it, or discard it with"
                            + " 'lambdafs subtree discard'.");
        }
    }

    private static Decoupling lockAndRelease(CallContext call, Transaction tx, long number, ChangeSet changes) {
        Decoupling looked = HeldSubtree.lookAlsoDiscarded(call, tx, number);
        if (looked.discard().begun() || tx.inodes().get(looked.directory()).isEmpty()) {
            return HeldSubtree.lockAlsoDiscarded(call, tx, number, LockMode.EXCLUSIVE);
        }
        Placed placed = HeldSubtree.lockAlsoDiscardedWithDirectory(call, tx, number);
        if (SubtreeHold.isTaken(placed.directory(), placed.decoupling())) {
            tx.inodes().update(SubtreeHold.released(placed.directory()));
            changes.permissionChanged(placed.root().path(), placed.directory());
        }
        return placed.decoupling();
    }
}
