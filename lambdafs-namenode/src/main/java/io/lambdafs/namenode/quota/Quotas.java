package io.lambdafs.namenode.quota;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.QuotaCounts;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.quota.FileUse;
import io.lambdafs.quota.QuotaCharge;
import io.lambdafs.quota.QuotaLedger;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * What operations change, counted for the quotas of the directories above. Each method costs nothing where no directory above has a
 * quota: the paths that operations have resolved say so.
 *
 * <p>The paths are locked or pinned, so that neither the quotas on them nor the places of their directories change until the
 * transaction ends. A count of a subtree is made after all writes below it have ended. Each method refuses what a quota does not
 * allow.
 */
public final class Quotas {
    private Quotas() {}

    /** A file or a directory is made, with all directories that are missing above. To be called before what it replaces is removed. */
    public static void created(CallContext call, Transaction tx, ResolvedPath at) {
        int above = Math.min(at.chain().size(), at.path().depth());
        if (isLimited(at, above)) {
            QuotaCounts delta = at.exists()
                    ? QuotaCounts.of(1, 0).minus(use(tx, at))
                    : QuotaCounts.of(at.path().depth() + 1L - at.chain().size(), 0);
            try {
                charge(tx, at, above, call.requestId().hashCode(), delta);
            } catch (FsException refused) {
                requireStillAbsent(tx, at);
                throw refused;
            }
        }
    }

    /* That a name is absent is not locked: another may have made it before the directory was. Then this one has to make less. */
    private static void requireStillAbsent(Transaction tx, ResolvedPath at) {
        if (!at.exists()) {
            Name next = at.path().components().get(at.chain().size() - 1);
            if (!tx.inodes().find(List.of(new INodeKey(at.last().id(), next))).isEmpty()) {
                throw PathChange.retriable(at.path().toString());
            }
        }
    }

    /** So much more came below a directory, itself included in the path, than was counted there. */
    public static void attached(Transaction tx, ResolvedPath directory, QuotaCounts delta) {
        charge(tx, directory, directory.chain().size(), directory.last().id().value(), delta);
    }

    /** The blocks of a file were changed. */
    public static void changed(Transaction tx, ResolvedPath at, OpenFile open) {
        if (isLimited(at, at.path().depth())) {
            int policy = StoragePolicies.numberFor(at.chain());
            charge(tx, at, at.path().depth(), open.file().id().value(), open.moreUse(policy));
        }
    }

    /** A file became part of another one in its directory, which {@link #changed} is told of. */
    public static void joined(Transaction tx, ResolvedPath target, OpenFile open, List<ResolvedPath> sources) {
        if (isLimited(target, target.path().depth())) {
            QuotaCounts delta = open.moreUse(StoragePolicies.numberFor(target.chain()));
            for (ResolvedPath source : sources) {
                delta = delta.minus(
                        FileUse.ofClosed((RegularFile) source.last(), StoragePolicies.numberFor(source.chain())));
            }
            charge(tx, target, target.path().depth(), open.file().id().value(), delta);
        }
    }

    /** A file asks for another number of replicas. */
    public static void replicated(Transaction tx, ResolvedPath at, RegularFile changed) {
        if (isLimited(at, at.path().depth())) {
            OpenFile before = OpenFile.of(tx, (RegularFile) at.last());
            int policy = StoragePolicies.numberFor(at.chain());
            QuotaCounts after = FileUse.of(changed, before.blocks(), policy);
            charge(
                    tx,
                    at,
                    at.path().depth(),
                    changed.id().value(),
                    after.minus(FileUse.of(before.file(), before.blocks(), policy)));
        }
    }

    /** What the path names is removed, with all below. */
    public static void removed(Transaction tx, ResolvedPath at) {
        if (isLimited(at, at.path().depth())) {
            charge(tx, at, at.path().depth(), at.last().id().value(), QuotaCounts.ZERO.minus(use(tx, at)));
        }
    }

    /**
     * What the source names moves to the destination, in the place of what is there. To be called before that is done. A
     * directory is quiesced and counted where it comes below a quota, or from below one, or to another storage policy.
     */
    public static void moved(Transaction tx, ResolvedPath source, ResolvedPath destination, ChangeSet changes) {
        int from = source.path().depth();
        int to = destination.path().depth();
        if (!isLimited(source, from) && !isLimited(destination, to)) {
            return;
        }
        int common = common(source, destination);
        int policy = StoragePolicies.numberFor(destination.chain().subList(0, to));
        QuotaCounts replaced = destination.exists() ? use(tx, destination) : QuotaCounts.ZERO;
        boolean staysBelow = charges(source, common, from, replaced, false).isEmpty()
                && charges(destination, common, to, replaced, false).isEmpty();
        if (staysBelow && policy == StoragePolicies.numberFor(source.chain().subList(0, from))) {
            List<QuotaCharge> charges = charges(source, 0, common, QuotaCounts.ZERO.minus(replaced), false);
            QuotaLedger.charge(tx, source.last().id().value(), charges);
            return;
        }
        changes.resolutionChanged(source.path(), source.last());
        changes.requireQuiesced();
        QuotaCounts taken = use(tx, source);
        QuotaCounts given = UseCounter.count(tx, source, policy).minus(replaced);
        List<QuotaCharge> charges = new ArrayList<>(charges(source, 0, common, given.minus(taken), false));
        charges.addAll(charges(source, common, from, QuotaCounts.ZERO.minus(taken), false));
        charges.addAll(charges(destination, common, to, given, true));
        QuotaLedger.charge(tx, source.last().id().value(), charges);
    }

    /**
     * What the path names, the inode before the change, gets these attributes, which may have another storage policy. A
     * directory is quiesced, if it has to be counted. As in HDFS, no quota refuses it.
     */
    public static void policyChanged(Transaction tx, ResolvedPath at, Attributes changed, ChangeSet changes) {
        int limited = at.last().isDirectory() ? at.chain().size() : at.path().depth();
        if (!isLimited(at, limited)) {
            return;
        }
        changes.resolutionChanged(at.path(), at.last());
        changes.requireQuiesced();
        List<INode> chain = new ArrayList<>(at.chain());
        chain.set(chain.size() - 1, at.last().withAttributes(changed));
        QuotaCounts after = UseCounter.count(tx, new ResolvedPath(at.path(), chain));
        QuotaCounts delta = after.minus(UseCounter.count(tx, at));
        QuotaLedger.charge(tx, at.last().id().value(), charges(at, 0, limited, delta, false));
    }

    /** The quota of a directory, with the one of the root that nobody set. */
    public static QuotaCounts limits(INode inode) {
        QuotaCounts limits = inode.attributes().features().quota();
        boolean implied = inode.id().equals(INodeId.ROOT) && limits.names() == QuotaCounts.UNLIMITED;
        return implied ? limits.with(QuotaCounts.NAMES, Long.MAX_VALUE) : limits;
    }

    private static QuotaCounts use(Transaction tx, ResolvedPath at) {
        return UseCounter.count(tx, at);
    }

    private static boolean isLimited(ResolvedPath path, int directories) {
        for (INode directory : path.chain().subList(0, directories)) {
            if (directory.attributes().features().hasQuota()) {
                return true;
            }
        }
        return false;
    }

    private static int common(ResolvedPath first, ResolvedPath second) {
        int common = 0;
        while (first.chain().get(common).id().equals(second.chain().get(common).id())) {
            common++;
            if (common == first.chain().size() || common == second.chain().size()) {
                break;
            }
        }
        return common;
    }

    private static void charge(Transaction tx, ResolvedPath path, int directories, long spread, QuotaCounts delta) {
        if (isLimited(path, directories)) {
            QuotaLedger.charge(tx, spread, charges(path, 0, directories, delta, true));
        }
    }

    private static List<QuotaCharge> charges(
            ResolvedPath path, int first, int end, QuotaCounts delta, boolean checked) {
        List<QuotaCharge> charges = new ArrayList<>();
        for (int depth = first; depth < end; depth++) {
            INode directory = path.chain().get(depth);
            Features features = directory.attributes().features();
            if (features.hasQuota()) {
                charges.add(new QuotaCharge(directory, path.path().prefix(depth), delta, checked));
            }
        }
        return charges;
    }
}
