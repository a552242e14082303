package io.lambdafs.client.subtree;

import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.journal.JournalException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * Takes the decoupled subtrees that another process of this machine has left, when a path in one is first used, and leaves them for the
 * next process. Thread-safe.
 */
final class Adoption {
    /** Where an inode is that is known by its number. */
    static final String INODES = "/.reserved/.inodes/";

    private final Overlays overlays;
    private final List<DecoupledSubtree> adopted = new CopyOnWriteArrayList<>();
    private final ReentrantLock adopting = new ReentrantLock();
    private volatile long looking;

    Adoption(Overlays overlays) {
        this.overlays = overlays;
    }

    /**
     * Takes the subtree to which this path leads, if this machine keeps one and this process has not taken it.
     *
     * @param root whether the path is its root, and not below it
     * @return whether it is mounted now
     * @throws RemoteException if it cannot be used, in the form in which Hadoop's client does not call again
     */
    boolean takes(String path, boolean root) throws RemoteException {
        LocalSubtrees local = overlays.local();
        LocalSubtree found = local == null ? null : local.covering(path);
        if (local == null || found == null || found.path().equals(path) != root) {
            return false;
        }
        try {
            return take(local, found) != null;
        } catch (RemoteException e) {
            throw e;
        } catch (JournalException | IOException e) {
            throw Refusals.plain(String.valueOf(e.getMessage()));
        }
    }

    /**
     * As {@link #take}, for a program.
     *
     * @throws IOException if it cannot be used, as what it is
     */
    @Nullable
    DecoupledSubtree open(LocalSubtrees local, LocalSubtree found) throws IOException {
        try {
            return take(local, found);
        } catch (RemoteException e) {
            throw e.unwrapRemoteException();
        } catch (JournalException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Takes a subtree.
     *
     * @return null if it was ended meanwhile, or if this process has decoupled it itself
     */
    private @Nullable DecoupledSubtree take(LocalSubtrees local, LocalSubtree found) throws IOException {
        adopting.lock();
        try {
            for (DecoupledSubtree each : adopted) {
                if (each.number() == found.number()) {
                    return each;
                }
            }
            if (overlays.isMounted(found.number())) {
                return null;
            }
            SubtreeCalls calls = overlays.way();
            if (calls == null) {
                throw new IOException("The file system is closed");
            }
            List<byte[]> chunks = new ArrayList<>();
            LocalHold hold = LocalHold.take(local, found, chunks::add);
            if (hold == null) {
                return null;
            }
            try {
                DecoupledSubtree taken = take(calls, hold, chunks);
                if (taken != null) {
                    adopted.add(taken);
                }
                return taken;
            } catch (IOException | RuntimeException e) {
                hold.release();
                throw e;
            }
        } finally {
            adopting.unlock();
        }
    }

    private @Nullable DecoupledSubtree take(SubtreeCalls calls, LocalHold hold, List<byte[]> chunks)
            throws IOException {
        LocalSubtree kept = hold.kept();
        DecouplingInfo info = SubtreeRecovery.look(calls, kept.number());
        if (info == null || info.term().sinceMillis() != kept.sinceMillis()) {
            requireNothingLost(calls, hold, chunks);
            hold.remove();
            return null;
        }
        boolean merging = info.state().equals(DecouplingInfo.MERGING);
        if (merging) {
            if (!kept.isSyncing()) {
                throw new IOException("A merge of the decoupled subtree " + info.path()
                        + " has begun and was not finished: run 'lambdafs subtree recover " + info.path() + "'");
            }
            new Merger(calls, info.path(), kept.number()).resume();
        }
        if (kept.isSyncing()) {
            finishSync(calls, hold, chunks, merging);
        }
        return mount(calls, hold, chunks);
    }

    /* A merge that this machine was about to begin has ended it; anything else was somebody else's doing. */
    private void requireNothingLost(SubtreeCalls calls, LocalHold hold, List<byte[]> chunks) throws IOException {
        LocalSubtree kept = hold.kept();
        long witness = kept.marked().witness();
        boolean merged = kept.isMerging() && witness > 0 && isThere(calls, kept.number(), witness);
        if (!chunks.isEmpty() && !merged) {
            throw new IOException("The decoupled subtree " + kept.path() + " (number " + kept.number()
                    + ") was merged or discarded by somebody else. What was not merged before is still in "
                    + hold.file().path() + ". To go on without it, run 'lambdafs subtree discard " + kept.path()
                    + "'.");
        }
    }

    /* The process that synced it may have ended before or after the merge, or after it has taken the chunks from the journal. */
    private void finishSync(SubtreeCalls calls, LocalHold hold, List<byte[]> chunks, boolean finished)
            throws IOException {
        LocalSubtree.Marked marked = hold.kept().marked();
        boolean merged =
                finished || (marked.witness() > 0 && isThere(calls, hold.kept().number(), marked.witness()));
        if (merged && hold.isMarked(chunks)) {
            chunks.subList(0, marked.chunks()).clear();
            hold.file().rewrite(chunks);
        }
        hold.synced();
    }

    /** Whether the namespace has an inode, which may be in the subtree with this number. */
    boolean isThere(SubtreeCalls calls, long number, long inode) throws IOException {
        looking = number;
        try {
            return calls.list(INODES + inode, HdfsFileStatus.EMPTY_NAME) != null;
        } finally {
            looking = 0;
        }
    }

    /** The number of the subtree of which this process looks for an inode; 0 if it does not. */
    long looking() {
        return looking;
    }

    private DecoupledSubtree mount(SubtreeCalls calls, LocalHold hold, List<byte[]> chunks) throws IOException {
        LocalSubtree kept = hold.kept();
        DecouplingRequest request = new DecouplingRequest(kept.path(), kept.number(), 0);
        DecoupledLease lease = Merger.decode(
                calls.call(DecouplingMethods.RENEW, kept.path(), request.encode()), DecoupledLease::decode);
        if (!kept.isOf(lease)) {
            throw new IOException(hold.file().path() + " is of another subtree than the one that is held at "
                    + lease.root().path() + ". Move the file away.");
        }
        return DecoupledSubtree.mount(overlays, calls, lease, hold, chunks);
    }

    /** This process does not have it any more. */
    void ended(DecoupledSubtree subtree) {
        adopted.remove(subtree);
    }

    /** Leaves all for other processes. */
    void leaveAll() throws IOException {
        IOException failure = null;
        for (DecoupledSubtree each : adopted) {
            try {
                each.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
