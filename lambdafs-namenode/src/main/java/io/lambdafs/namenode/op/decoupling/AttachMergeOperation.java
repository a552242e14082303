package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.subtree.MergeTree;
import io.lambdafs.namenode.subtree.SliceInsertion;
import io.lambdafs.namenode.subtree.StagedJournals;
import io.lambdafs.namenode.subtree.TreeAttachment;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.decoupling.MergeOutcome;
import java.util.List;
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

    AttachMergeOperation(StagedJournals journals, SliceInsertion insertion, NamespaceLimits limits) {
        this.journals = journals;
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
        Decoupling looked = HeldSubtree.requireMerging(HeldSubtree.look(call, tx, number));
        ResolvedPath root = lockRoot(tx, looked);
        // After the directory, in the order in which the other operations lock the two.
        Decoupling decoupling = HeldSubtree.requireMerging(HeldSubtree.lock(call, tx, number, LockMode.EXCLUSIVE));
        if (!decoupling.merge().equals(looked.merge())) {
            throw PathChange.retriable(root.path().toString());
        }
        MergeTree tree = journals.tree(decoupling);
        Decouplings decouplings = Decouplings.in(tx);
        int applied = decouplings.countApplied(decoupling.number());
        if (applied < tree.slices()) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Only " + applied + " of " + tree.slices() + " slices of the merge were applied.");
        }
        TreeAttachment attachment = new TreeAttachment(call, tx, changes, tree, insertion, limits);
        int part = applied - tree.slices();
        if (decoupling.merge().aside()) {
            attachment.replace(root);
        } else {
            attachment.attach(part);
        }
        boolean finished = part + 1 >= tree.attachments();
        if (!finished) {
            decouplings.applied(decoupling.number(), applied);
        } else {
            finish(decouplings, decoupling);
        }
        return Messages.of(
                new MergeOutcome(finished, tree.made(), attachment.replacedCount(), attachment.replaced()).encode());
    }

    private static void finish(Decouplings decouplings, Decoupling decoupling) {
        if (decoupling.merge().keep()) {
            decouplings.clearMerge(decoupling.number());
            decouplings.put(decoupling.merged());
        } else {
            decouplings.remove(decoupling);
        }
    }

    private static ResolvedPath lockRoot(Transaction tx, Decoupling decoupling) {
        List<INode> chain = DecoupledPlace.climb(tx, decoupling.directory())
                .orElseThrow(() -> new FsException(
                        ErrorCode.FILE_NOT_FOUND, "The directory of the decoupled subtree is gone: discard it."));
        FsPath path = FsPath.of(chain.stream().skip(1).map(INode::name).toList());
        ResolvedPath root = PathLocks.in(tx).lock(path, LockScope.TARGET);
        if (!root.exists() || !root.last().id().equals(decoupling.directory())) {
            throw PathChange.retriable(path.toString());
        }
        return root;
    }
}
