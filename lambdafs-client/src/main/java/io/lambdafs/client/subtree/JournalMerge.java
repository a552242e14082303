package io.lambdafs.client.subtree;

import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.MergePlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * The merges of one overlay, one after the other. It remembers a merge whose end the client does not know, and finishes
 * that one before it begins another. NameNodes go on with the part of the journal that they have, whatever the journal
 * has by then. Used by one thread at a time.
 */
final class JournalMerge {
    private static final MergeResult NOTHING = new MergeResult(0, true, 0, Collections.emptyList());

    private final Overlay overlay;
    private final SubtreeCalls calls;
    private final Merger merger;
    private final MergeMarks marks;
    private final Presence presence;

    /** What NameNodes were asked to merge, and may have begun or finished. */
    private @Nullable JournalPart begun;

    private volatile boolean over;

    /** Whether the namespace has an inode. */
    interface Presence {
        boolean isThere(long inode) throws IOException;
    }

    JournalMerge(Overlay overlay, SubtreeCalls calls, MergeMarks marks, Presence presence) {
        this.overlay = overlay;
        this.calls = calls;
        this.merger = new Merger(calls, overlay.root(), overlay.lease().number());
        this.marks = marks;
        this.presence = presence;
    }

    /** Whether a merge was begun that is to end the subtree. */
    boolean isEnding() {
        JournalPart part = begun;
        return part != null && !part.keep();
    }

    /** Whether a merge has ended the subtree. */
    boolean isOver() {
        return over;
    }

    /**
     * Merges what the journal has. If the subtree stays decoupled, what is changed meanwhile is part of the next merge. Otherwise changes are
     * refused meanwhile, and stay refused if it is not known whether NameNodes have begun.
     *
     * @param keep whether the subtree stays decoupled
     * @throws IOException if it fails: it can be tried again
     */
    MergeResult merge(boolean keep) throws IOException {
        MergeResult before = finishBegun();
        return over ? before : plus(before, mergeRest(keep));
    }

    private MergeResult finishBegun() throws IOException {
        JournalPart part = begun;
        if (part == null) {
            return NOTHING;
        }
        DecouplingInfo info = SubtreeRecovery.look(calls, overlay.lease().number());
        if (info == null) {
            requireMerged(part);
            return done(part, new MergeResult(part.made().size(), false, 0, Collections.emptyList()));
        }
        if (info.state().equals(DecouplingInfo.MERGING)) {
            return finish(part);
        }
        if (part.keep() && part.witness() > 0 && presence.isThere(part.witness())) {
            return done(part, new MergeResult(part.made().size(), false, 0, Collections.emptyList()));
        }
        // NameNodes never began it. Should they have merged a sync that made no inode, they leave it out of the next
        // merge.
        begun = null;
        overlay.giveBack(part);
        marks.takenBack();
        return NOTHING;
    }

    private void requireMerged(JournalPart part) throws IOException {
        long witness = part.witness();
        if (part.keep() || witness == 0 || !presence.isThere(witness)) {
            throw new IOException("The decoupled subtree " + overlay.root() + " is gone, and it is not known that its"
                    + " changes were merged: somebody has discarded it, or has removed what it made. Look at "
                    + overlay.root() + " before you write it again.");
        }
    }

    private MergeResult mergeRest(boolean keep) throws IOException {
        JournalPart part = overlay.take(keep, marks.areKept());
        if (part.chunks().isEmpty()) {
            return keep ? NOTHING : giveUp(part);
        }
        try {
            merger.stage(part.chunks());
            marks.beginning(keep, part.chunks(), part.witness(), part.nextInode());
        } catch (IOException | RuntimeException e) {
            takeBack(part, e);
            throw e;
        }
        begun = part;
        return finish(part);
    }

    private MergeResult giveUp(JournalPart part) throws IOException {
        MergeResult result = NOTHING;
        try {
            merger.discardUnlessStored();
        } catch (RemoteException refused) {
            result = mergeStored(part, refused);
        } catch (IOException | RuntimeException e) {
            overlay.giveBack(part);
            throw e;
        }
        over = true;
        return result;
    }

    /* An earlier process may have made its journal durable there. */
    private MergeResult mergeStored(JournalPart part, RemoteException refused) throws IOException {
        try {
            return merger.resume();
        } catch (IOException | RuntimeException e) {
            overlay.giveBack(part);
            e.addSuppressed(refused);
            throw e;
        }
    }

    private MergeResult finish(JournalPart part) throws IOException {
        MergePlan plan;
        try {
            plan = merger.begin(part.chunks(), part.entries(), part.keep());
        } catch (RemoteException e) {
            takeBackUnlessBegun(part, e);
            throw e;
        }
        return done(part, merger.apply(plan));
    }

    /* A refusal may be of a call that was made a second time, after the first had begun the merge. */
    private void takeBackUnlessBegun(JournalPart part, RemoteException why) throws IOException {
        DecouplingInfo info = SubtreeRecovery.look(calls, overlay.lease().number());
        if (info != null && !info.state().equals(DecouplingInfo.MERGING)) {
            takeBack(part, why);
        }
    }

    private void takeBack(JournalPart part, Exception why) {
        begun = null;
        overlay.giveBack(part);
        try {
            marks.takenBack();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    private MergeResult done(JournalPart part, MergeResult result) throws IOException {
        begun = null;
        over = !part.keep();
        overlay.merged(part);
        if (part.keep()) {
            marks.synced();
        }
        return result;
    }

    private static MergeResult plus(MergeResult first, MergeResult second) {
        if (first == NOTHING) {
            return second;
        }
        List<String> replaced = new ArrayList<>(first.replaced());
        replaced.addAll(second.replaced());
        return new MergeResult(
                first.inodes() + second.inodes(), false, first.replacedCount() + second.replacedCount(), replaced);
    }
}
