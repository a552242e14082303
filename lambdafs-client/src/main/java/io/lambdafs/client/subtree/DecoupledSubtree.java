package io.lambdafs.client.subtree;

import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.ipc.RemoteException;
import org.jspecify.annotations.Nullable;

/**
 * A subtree that this process holds apart from the namespace, as in Cudele (Sevilla et al., IPDPS 2018). From {@link #decouple} on all
 * FileSystem objects of this process and user work on an overlay below its path: nothing of it is sent to a NameNode, and nobody else
 * sees it, until it is merged. The data of files goes to DataNodes as always.
 *
 * <p>The subtree is held for a limited time, which is renewed in the background as long as the process lives. Thread-safe.
 */
public final class DecoupledSubtree implements Closeable {
    /** A file without blocks has a block size all the same; this is HDFS's default, in bytes. */
    private static final long EMPTY_BLOCK_SIZE = 128L << 20;

    private final Overlays overlays;
    private final SubtreeCalls calls;
    private final MountedOverlay mounted;
    private final ScheduledExecutorService renewals;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Exception lastFailure;
    private volatile @Nullable Future<?> renewal;

    private DecoupledSubtree(Overlays overlays, SubtreeCalls calls, MountedOverlay mounted) {
        this.overlays = overlays;
        this.calls = calls;
        this.mounted = mounted;
        this.renewals = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lambdafs-subtree-lease");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Decouples a directory, which must exist.
     *
     * @throws IOException if it is no directory, if the user may not write to it, or if it or a directory above or below it is
     *     decoupled already: the message says who holds it
     */
    public static DecoupledSubtree decouple(FileSystem fileSystem, Path directory, SubtreeOptions options)
            throws IOException {
        Overlays overlays = Overlays.of(fileSystem);
        SubtreeCalls calls = overlays.requireWay(fileSystem);
        String path = fileSystem.makeQualified(directory).toUri().getPath();
        DecoupleRequest request = new DecoupleRequest(
                path, options.clientName(), options.inodes(), options.leaseMillis(), options.policy());
        DecoupledLease lease = plain(() ->
                Merger.decode(calls.call(DecouplingMethods.DECOUPLE, path, request.encode()), DecoupledLease::decode));
        JournalFile file = options.journalDirectory() == null
                ? null
                : JournalFile.create(options.journalDirectory().resolve(lease.number() + ".journal"), lease.number());
        return mount(overlays, calls, lease, file);
    }

    private static DecoupledSubtree mount(
            Overlays overlays, SubtreeCalls calls, DecoupledLease lease, @Nullable JournalFile file) {
        BaseNamespace namespace = new NamespaceBelow(overlays);
        Overlay overlay = new Overlay(lease, namespace, new JournalLog(file), System::currentTimeMillis);
        MountedOverlay mounted = new MountedOverlay(overlay, new OverlayFiles(overlay, calls));
        DecoupledSubtree subtree = new DecoupledSubtree(overlays, calls, mounted);
        overlays.mount(mounted);
        subtree.renewEvery(Math.max(1, lease.leaseMillis() / 3));
        return subtree;
    }

    private void renewEvery(long millis) {
        renewal = renewals.scheduleWithFixedDelay(this::renew, millis, millis, TimeUnit.MILLISECONDS);
    }

    /* A renewal that fails is made again the next time; the merge tells if the subtree was taken away. */
    private void renew() {
        try {
            DecouplingRequest request = new DecouplingRequest(path(), number(), 0);
            calls.call(DecouplingMethods.RENEW, path(), request.encode());
        } catch (IOException | RuntimeException e) {
            lastFailure = e;
        }
    }

    /** The path of its root. */
    public String path() {
        return mounted.namespace().root();
    }

    /** Its number, which tools take. */
    public long number() {
        return mounted.namespace().lease().number();
    }

    /**
     * Makes an empty file, with its missing directories, without the objects that Hadoop's client makes for one: about a
     * microsecond.
     *
     * @param file an absolute path below the root
     * @param permission the mode, of which the process's mask is not taken
     */
    public void createEmptyFile(String file, int permission) throws IOException {
        Overlay namespace = mounted.namespace();
        if (!namespace.covers(file)) {
            throw new IOException(file + " is not below " + path());
        }
        plain(() -> {
            namespace.createEmpty(file, new Overlay.NewFile(permission, false, true, 1, EMPTY_BLOCK_SIZE));
            return true;
        });
    }

    /** How many changes wait to be merged. */
    public long pendingChanges() throws IOException {
        return mounted.namespace().withJournal(JournalLog::entries);
    }

    /** The size of the journal of those, in bytes. */
    public long journalBytes() throws IOException {
        return mounted.namespace().withJournal(JournalLog::bytes);
    }

    /** Why the lease was last not renewed; null if it always was. */
    public @Nullable Exception lastRenewalFailure() {
        return lastFailure;
    }

    /**
     * Local persist: returns when all changes so far are on this machine's disk. Without a journal directory there is none, and
     * this does nothing.
     */
    public void persist() throws IOException {
        mounted.namespace().withJournal(journal -> {
            journal.persist();
            return true;
        });
    }

    /**
     * Merges the changes since the last time into the namespace, and goes on. Files that are being written are not part of it.
     *
     * @throws IOException if it is refused; the changes stay, and it can be tried again
     */
    public MergeResult sync() throws IOException {
        requireHeld();
        return plain(() -> mounted.namespace().merge(new Merger(calls, path(), number()), true));
    }

    /**
     * Merges all changes into the namespace and gives the subtree up. If nothing was in it before, everything becomes visible at one
     * moment.
     *
     * @throws IOException if files are still being written; or if it is refused: the subtree stays decoupled then, and the merge can be
     *     tried again
     */
    public MergeResult merge() throws IOException {
        requireHeld();
        List<String> open = mounted.namespace().openFiles(10);
        if (!open.isEmpty()) {
            throw new IOException("Files are still being written, close them before the merge: " + open);
        }
        MergeResult result = plain(() -> mounted.namespace().merge(new Merger(calls, path(), number()), false));
        end();
        return result;
    }

    /** Gives the subtree up and forgets all changes, with the data of files. */
    public void discard() throws IOException {
        requireHeld();
        plain(() -> calls.call(DecouplingMethods.DISCARD, path(), new DecouplingRequest(path(), number(), 0).encode()));
        end();
    }

    /** What calls NameNodes. */
    interface Work<T> {
        T get() throws IOException;
    }

    /** Throws HDFS's exceptions as what they are: only Hadoop's own client wants them wrapped. */
    static <T> T plain(Work<T> work) throws IOException {
        try {
            return work.get();
        } catch (RemoteException e) {
            throw e.unwrapRemoteException();
        }
    }

    private void requireHeld() throws IOException {
        if (ended.get()) {
            throw new IOException(path() + " was merged, discarded or closed");
        }
    }

    private void end() throws IOException {
        if (ended.compareAndSet(false, true)) {
            Future<?> running = renewal;
            if (running != null) {
                running.cancel(true);
            }
            renewals.shutdownNow();
            overlays.unmount(mounted);
            mounted.namespace().close();
        }
    }

    /**
     * Leaves the subtree decoupled, with what is on disk of its journal. Changes that were neither persisted nor merged are
     * lost.
     */
    @Override
    public void close() throws IOException {
        end();
    }

    @Override
    public String toString() {
        return "decoupled subtree " + number() + " at " + Objects.requireNonNull(path());
    }
}
