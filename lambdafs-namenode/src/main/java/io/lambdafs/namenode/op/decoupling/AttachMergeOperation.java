package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.op.decoupling.HeldSubtree.Placed;
import io.lambdafs.namenode.subtree.DiscardStep;
import io.lambdafs.namenode.subtree.MergeTree;
import io.lambdafs.namenode.subtree.SliceInsertion;
import io.lambdafs.namenode.subtree.StagedJournals;
import io.lambdafs.namenode.subtree.SubtreeHold;
import io.lambdafs.namenode.subtree.TreeAttachment;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.MergeOutcome;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Makes the next part of a merge reachable, after all its slices were applied; the last part ends the decoupling in the same
 * transaction. A merge of one part is atomic.
 */
final class AttachMergeOperation implements WriteOperation<BytesValue, BytesValue> {
    private final StagedJournals journals;
    private final SliceInsertion insertion;
    private final NamespaceLimits limits;
    private final DiscardStep ending;

    AttachMergeOperation(
            StagedJournals journals, SliceInsertion insertion, NamespaceLimits limits, DiscardStep ending) {
        this.journals = journals;
        this.ending = ending;
        this.insertion = insertion;
        this.limits = limits;
    }

    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        long number = Messages.decode(request, DecouplingRequest::decode).number();
        Placed placed = HeldSubtree.lockWithDirectory(call, tx, number);
        Decoupling decoupling = HeldSubtree.requireMerging(placed.decoupling());
        MergeTree tree = journals.tree(decoupling);
        Decouplings decouplings = Decouplings.in(tx);
        int applied = decouplings.countApplied(decoupling.number());
        if (applied < tree.slices()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Only " + applied + " of " + tree.slices() + " slices of the merge were applied.");
        }
        TreeAttachment attachment =
                new TreeAttachment(HeldSubtree.asHolder(call, decoupling), tx, changes, tree, insertion, limits);
        int part = applied - tree.slices();
        INodeId root = placed.directory().id();
        if (decoupling.merge().aside()) {
            root = attachment.replace(placed.root()).id();
        } else {
            attachment.attach(part);
        }
        boolean finished = part + 1 >= tree.attachments();
        if (!finished) {
            decouplings.applied(decoupling.number(), applied);
        } else if (decoupling.merge().keep()) {
            decouplings.clearMerge(decoupling.number());
            decouplings.put(decoupling.synced());
        } else {
            ending.merged(tx, decoupling, tree);
            release(tx, decoupling, root);
            changes.permissionChanged(placed.root().path(), placed.directory());
        }
        return Messages.of(
                new MergeOutcome(finished, tree.made(), attachment.replacedCount(), attachment.replaced()).encode());
    }

    /* Read again: the attachment may have changed its row, or put another one in its place. */
    private static void release(Transaction tx, Decoupling decoupling, INodeId root) {
        tx.inodes()
                .get(root)
                .filter(Directory.class::isInstance)
                .map(Directory.class::cast)
                .filter(directory -> SubtreeHold.isTaken(directory, decoupling))
                .ifPresent(directory -> tx.inodes().update(SubtreeHold.released(directory)));
    }
}
