package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.subtree.MergeTree;
import io.lambdafs.namenode.subtree.StagedJournals;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.decoupling.MergePlan;
import io.lambdafs.wire.decoupling.MergeRequest;
import java.util.List;
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Begins a merge: the journal in the store is whole and says what can be, and the caller may write to the directory. From here on
 * anybody may finish it.
 */
final class BeginMergeOperation implements WriteOperation<BytesValue, BytesValue> {
    private static final int MOST_CHUNKS = 100_000;

    private final StagedJournals journals;

    BeginMergeOperation(StagedJournals journals) {
        this.journals = journals;
    }

    @Override
    public Parser<BytesValue> parser() {
        return BytesValue.parser();
    }

    @Override
    public BytesValue execute(CallContext call, Transaction tx, BytesValue request, ChangeSet changes) {
        MergeRequest asked = Messages.decode(request, MergeRequest::decode);
        Decoupling decoupling = HeldSubtree.lock(call, tx, asked.number(), LockMode.EXCLUSIVE);
        if (!decoupling.merge().hasBegun()) {
            decoupling = begin(call, tx, asked, decoupling);
            Decouplings.in(tx).put(decoupling);
        }
        MergeTree tree = journals.tree(decoupling);
        requireOwners(call, tree);
        return Messages.of(new MergePlan(tree.slices(), tree.attachments() == 1).encode());
    }

    private static Decoupling begin(CallContext call, Transaction tx, MergeRequest asked, Decoupling decoupling) {
        if (asked.chunks() < 1 || asked.chunks() > MOST_CHUNKS) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT, "A journal has 1 to " + MOST_CHUNKS + " parts, not " + asked.chunks());
        }
        List<INode> chain = DecoupledPlace.climb(tx, decoupling.directory())
                .orElseThrow(() -> new FsException(
                        ErrorCode.FILE_NOT_FOUND,
                        "The directory of the decoupled subtree is gone: discard the subtree, or recover what its"
                                + " journal has into another directory."));
        ResolvedPath at = new ResolvedPath(
                FsPath.of(chain.stream().skip(1).map(INode::name).toList()), chain);
        new PermissionChecker(call)
                .requireTraverse(at)
                .requireTarget(at, Access.WRITE)
                .requireTarget(at, Access.EXECUTE);
        return decoupling.merging(new Decoupling.Merge(
                asked.chunks(), asked.entries(), asked.checksum(), asked.keep(), isAside(tx, asked, at)));
    }

    /* Details of an inode bear its number, so a directory that has some keeps it. */
    private static boolean isAside(Transaction tx, MergeRequest asked, ResolvedPath at) {
        Directory directory = (Directory) at.last();
        return !asked.keep()
                && !directory.attributes().features().hasDetails()
                && directory.attributes().features().snapshots().isNone()
                && !tx.inodes().hasChildren(directory.id());
    }

    private static void requireOwners(CallContext call, MergeTree tree) {
        if (!call.superuser() && call.permissionsChecked()) {
            tree.requireOwnersWithin(call.user(), call.caller().groups());
        }
    }
}
