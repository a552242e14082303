package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
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
import org.apache.hadoop.thirdparty.protobuf.BytesValue;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Begins a merge: the journal in the store is whole and says what can be, and the caller may write to the directory. From here on
 * anybody may finish it.
 */
final class BeginMergeOperation implements WriteOperation<BytesValue, BytesValue> {
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
        boolean begins = !decoupling.merge().hasBegun();
        if (begins) {
            decoupling = begin(call, tx, asked, decoupling);
            Decouplings.in(tx).put(decoupling);
        } else {
            requireSame(asked, decoupling);
        }
        MergeTree tree = journals.tree(decoupling);
        if (begins && !decoupling.merged().isNone()) {
            tree.requireNew(tx);
        }
        requireOwners(HeldSubtree.asHolder(call, decoupling), tree);
        return Messages.of(new MergePlan(tree.slices(), tree.attachments() == 1).encode());
    }

    /* Its client would take what was merged for all that it has asked for, and forget the rest. */
    private static void requireSame(MergeRequest asked, Decoupling decoupling) {
        Decoupling.Merge begun = decoupling.merge();
        if (asked.chunks() != 0
                && (asked.keep() != begun.keep() || !journal(asked, decoupling).equals(begun.journal()))) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "A merge of another part of the journal of the decoupled subtree " + decoupling.number()
                            + " has begun: finish that first, with 'lambdafs subtree recover'.");
        }
    }

    private static Decoupling begin(CallContext call, Transaction tx, MergeRequest asked, Decoupling decoupling) {
        HeldSubtree.requireAsSeen(decoupling, asked.leaseEnd());
        ResolvedPath at = HeldSubtree.place(tx, decoupling);
        PermissionChecker.ofHolder(
                        HeldSubtree.asHolder(call, decoupling),
                        decoupling.number().value())
                .requireTraverse(at)
                .requireTarget(at, Access.WRITE)
                .requireTarget(at, Access.EXECUTE);
        Decoupling.Journal journal = journal(asked, decoupling);
        return decoupling.merging(new Decoupling.Merge(journal, asked.keep(), isAside(tx, asked, at)));
    }

    /** What is to be merged: what the request says is in the store, or, if it says nothing, what was made durable there. */
    private static Decoupling.Journal journal(MergeRequest asked, Decoupling decoupling) {
        if (asked.chunks() == 0) {
            return decoupling.persisted().isNone() ? nothingToMerge(decoupling) : decoupling.persisted();
        }
        if (asked.chunks() < 1 || asked.chunks() > StagedJournals.MOST_CHUNKS) {
            throw new FsException(
                    ErrorCode.INVALID_ARGUMENT,
                    "A journal has 1 to " + StagedJournals.MOST_CHUNKS + " parts, not " + asked.chunks());
        }
        return new Decoupling.Journal(asked.chunks(), asked.entries(), asked.checksum());
    }

    private static Decoupling.Journal nothingToMerge(Decoupling decoupling) {
        throw new FsException(
                ErrorCode.INVALID_ARGUMENT,
                "No journal of the decoupled subtree " + decoupling.number() + " is in the store, and no merge of it"
                        + " has begun: recover it on the machine that has its journal, or discard it.");
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
