package io.lambdafs.client.subtree;

import io.lambdafs.client.subtree.disk.JournalFile;
import io.lambdafs.wire.decoupling.DecoupleRequest;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.DecouplingInfo;
import io.lambdafs.wire.decoupling.DecouplingMethods;
import io.lambdafs.wire.decoupling.DecouplingRequest;
import io.lambdafs.wire.subtree.Mechanism;
import io.lambdafs.wire.subtree.PolicyAnswer;
import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
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

    private static final LongSupplier CLOCK = System::currentTimeMillis;
    private static final long MERGE_WAIT_SECONDS = 120;
    private static final MergeResult NOTHING_MERGED = new MergeResult(0, true, 0, Collections.emptyList());

    private final Overlays overlays;
    private final SubtreeCalls calls;
    private final MountedOverlay mounted;
    private final @Nullable SubtreePolicy policy;
    private final @Nullable LocalHold hold;
    private final ScheduledExecutorService renewals = DaemonThreads.of("lambdafs-subtree-lease", 1);
    private final AtomicBoolean ended = new AtomicBoolean();
    private final ReentrantLock merging = new ReentrantLock();
    private final JournalMerge merges;
    private volatile @Nullable Exception lastFailure;
    private volatile @Nullable Future<?> renewal;

    private DecoupledSubtree(
            Overlays overlays, SubtreeCalls calls, MountedOverlay mounted, String policy, @Nullable LocalHold hold) {
        this.overlays = overlays;
        this.calls = calls;
        this.mounted = mounted;
        this.policy = policy.isEmpty() ? null : SubtreePolicy.ofText(policy);
        this.hold = hold;
        this.merges = new JournalMerge(
                mounted.namespace(),
                calls,
                hold == null ? MergeMarks.NONE : hold,
                inode -> overlays.adoption().isThere(calls, number(), inode));
    }

    /**
     * Decouples a directory, which must exist, as the policy says that applies to it. If the policy has {@code local_persist}, the journal
     * is where {@link SubtreeOptions#keptForOtherProcesses} has it, and otherwise in memory.
     *
     * @throws IOException as {@link #decouple(FileSystem, Path, SubtreeOptions)}; also if the policy decouples nothing
     */
    public static DecoupledSubtree decouple(FileSystem fileSystem, Path directory) throws IOException {
        SubtreePolicy policy = requireDecoupling(fileSystem, directory);
        SubtreeOptions options = SubtreeOptions.of(policy);
        return decouple(
                fileSystem,
                directory,
                policy.mechanisms().contains(Mechanism.LOCAL_PERSIST) ? options.keptForOtherProcesses() : options);
    }

    /**
     * The policy that applies to a directory, which says that it is decoupled.
     *
     * @throws IOException if it says something else: names the directory that has the policy, and says what to do
     */
    public static SubtreePolicy requireDecoupling(FileSystem fileSystem, Path directory) throws IOException {
        PolicyAnswer answer = DirectoryPolicies.get(fileSystem, directory);
        SubtreePolicy policy = DirectoryPolicies.effective(answer);
        if (!policy.isDecoupled()) {
            String path = DirectoryPolicies.path(fileSystem, directory);
            throw new IOException("The policy of " + path + " decouples nothing: "
                    + (answer.from().isEmpty()
                            ? "none was set on it or above, and the default is rpcs. "
                            : answer.from() + " has 'consistency: " + policy.consistency() + "'. ")
                    + "Set one with append_client_journal: lambdafs subtree set " + path + " FILE");
        }
        return policy;
    }

    /**
     * Decouples a directory, which must exist. The directory's policy is not asked for.
     *
     * @throws IOException if it is not a directory, if the user may not write to it, or if it or a directory above or
     *     below it is decoupled already; the message then names the holder
     */
    public static DecoupledSubtree decouple(FileSystem fileSystem, Path directory, SubtreeOptions options)
            throws IOException {
        Overlays overlays = Overlays.of(fileSystem);
        SubtreeCalls calls = overlays.requireWay(fileSystem);
        LocalSubtrees local = options.isKept() ? overlays.requireLocal() : null;
        String path = DirectoryPolicies.path(fileSystem, directory);
        DecoupleRequest request = new DecoupleRequest(
                path, options.clientName(), options.inodes(), options.leaseMillis(), promise(calls, path, options));
        DecoupledLease lease = plain(() ->
                Merger.decode(calls.call(DecouplingMethods.DECOUPLE, path, request.encode()), DecoupledLease::decode));
        if (local != null) {
            LocalHold hold = plain(() -> keep(local, calls, lease, options.policy()));
            return mount(overlays, calls, lease, hold, Collections.emptyList()).syncingByItself();
        }
        JournalLog journal = plain(() -> journal(calls, lease, options.journalDirectory()));
        Overlay overlay = new Overlay(lease, new NamespaceBelow(overlays), journal, CLOCK);
        return mount(overlays, calls, overlay, options.policy(), null).syncingByItself();
    }

    /*
     * Without a word about durability NameNodes discard a subtree whose lease has ended: nothing was promised. A journal on this machine's
     * disk is a promise, whatever the directory's policy says.
     */
    private static String promise(SubtreeCalls calls, String path, SubtreeOptions options) throws IOException {
        if (!options.policy().isEmpty() || !(options.isKept() || options.journalDirectory() != null)) {
            return options.policy();
        }
        return DirectoryPolicies.effective(DirectoryPolicies.get(calls, path))
                .with("append_client_journal+volatile_apply", "local_persist")
                .toText();
    }

    /* A subtree whose journal cannot be written here is not held there, either. */
    private static JournalLog journal(SubtreeCalls calls, DecoupledLease lease, java.nio.file.@Nullable Path directory)
            throws IOException {
        if (directory == null) {
            return new JournalLog(null);
        }
        try {
            return new JournalLog(JournalFile.create(directory.resolve(lease.number() + ".journal"), lease.number()));
        } catch (IOException | RuntimeException e) {
            new Merger(calls, lease.root().path(), lease.number()).discard();
            throw e;
        }
    }

    /* As for a journal. */
    private static LocalHold keep(LocalSubtrees local, SubtreeCalls calls, DecoupledLease lease, String policy)
            throws IOException {
        try {
            DecouplingInfo info = SubtreeRecovery.look(calls, lease.number());
            return local.keep(lease, info == null ? 0 : info.term().sinceMillis(), policy);
        } catch (IOException | RuntimeException e) {
            new Merger(calls, lease.root().path(), lease.number()).discard();
            throw e;
        }
    }

    /**
     * Goes on with a subtree that an earlier process of this user on this machine has decoupled, with {@link
     * SubtreeOptions#keptForOtherProcesses}.
     *
     * @param directory its root
     * @throws IOException if there is none, or if another process uses it
     */
    public static DecoupledSubtree open(FileSystem fileSystem, Path directory) throws IOException {
        Overlays overlays = Overlays.of(fileSystem);
        overlays.requireWay(fileSystem);
        LocalSubtrees local = overlays.requireLocal();
        String path = DirectoryPolicies.path(fileSystem, directory);
        LocalSubtree found = local.covering(path);
        if (found == null || !found.path().equals(path)) {
            throw SubtreeRecovery.notDecoupled(path);
        }
        DecoupledSubtree taken = overlays.adoption().open(local, found);
        if (taken == null) {
            throw new IOException(path + " was merged or discarded, or this process has decoupled it itself");
        }
        return taken;
    }

    /**
     * Takes up a subtree that an earlier process of this user has decoupled, without what that process had changed. The earlier process must
     * have ended: both would give the same inode numbers to what they make.
     *
     * @throws IOException if it was merged or discarded, or is another user's
     */
    public static DecoupledSubtree resume(FileSystem fileSystem, long number) throws IOException {
        Overlays overlays = Overlays.of(fileSystem);
        SubtreeCalls calls = overlays.requireWay(fileSystem);
        String route = Long.toString(number);
        DecoupledLease lease = plain(() -> Merger.decode(
                calls.call(DecouplingMethods.RENEW, route, new DecouplingRequest(route, number, 0).encode()),
                DecoupledLease::decode));
        Overlay overlay = new Overlay(lease, new NamespaceBelow(overlays), new JournalLog(null), CLOCK);
        return mount(overlays, calls, overlay, "", null);
    }

    static DecoupledSubtree mount(
            Overlays overlays, SubtreeCalls calls, DecoupledLease lease, LocalHold hold, List<byte[]> chunks)
            throws IOException {
        Overlay overlay = new Overlay(lease, new NamespaceBelow(overlays), new JournalLog(hold.file()), CLOCK);
        chunks.forEach(overlay::restore);
        overlay.startAt(hold.kept().nextInode());
        return mount(overlays, calls, overlay, hold.kept().policy(), hold);
    }

    private static DecoupledSubtree mount(
            Overlays overlays, SubtreeCalls calls, Overlay overlay, String followed, @Nullable LocalHold hold)
            throws IOException {
        MountedOverlay mounted = new MountedOverlay(overlay, new OverlayFiles(overlay, calls));
        DecoupledSubtree subtree = new DecoupledSubtree(overlays, calls, mounted, followed, hold);
        if (hold != null) {
            mounted.files().restore(hold.blocks());
        }
        overlays.mount(mounted);
        subtree.renewEvery(Math.max(1, overlay.lease().leaseMillis() / 3));
        return subtree;
    }

    private DecoupledSubtree syncingByItself() throws IOException {
        if (policy != null && AutomaticSync.isAskedFor(policy)) {
            mounted.syncedBy(AutomaticSync.start(mounted.namespace(), policy, this::syncByItself));
        }
        return this;
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
            namespace.createEmpty(file, new NewFile(permission, false, true, 1, EMPTY_BLOCK_SIZE));
            return true;
        });
    }

    /** What was given to this process: all that another process of the user needs to write for it. */
    public DecoupledLease lease() {
        return mounted.namespace().lease();
    }

    /**
     * Takes in what an attempt of a task has written for this subtree. A file takes the place of one with its path.
     *
     * @param journal what {@link AttemptSubtree#takeJournal} gave
     * @throws io.lambdafs.wire.journal.JournalException if it is damaged
     */
    public void adopt(List<byte[]> journal) throws IOException {
        plain(() -> {
            new AttemptAdoption(mounted.namespace()).adopt(journal);
            return true;
        });
    }

    /** Where its journal is on this machine's disk; empty if it is in memory only. */
    public Optional<java.nio.file.Path> journal() throws IOException {
        return mounted.namespace().withJournal(JournalLog::path);
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
     * Local persist: returns when all changes so far are on this machine's disk. Without a journal on disk there is none, and
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
        return endingIfOver(() -> alone(() -> apply(true)));
    }

    /* A merge that did not end is ended by the program's own calls. */
    private void syncByItself() throws IOException {
        alone(() -> {
            if (mounted.namespace().isAppending()) {
                throw new AutomaticSync.PostponedException();
            }
            return merges.isEnding() || pendingChanges() == 0 ? NOTHING_MERGED : apply(true);
        });
    }

    /**
     * Merges all changes into the namespace and gives the subtree up. If nothing was in it before, everything becomes visible at one
     * moment. Changes that are made while it runs are refused.
     *
     * @throws IOException if files are still being written; or if it is refused or fails: the subtree stays decoupled then, and the merge can
     *     be tried again. Unless NameNodes have refused it, changes stay refused until then.
     */
    public MergeResult merge() throws IOException {
        return endingIfOver(() -> alone(() -> apply(false)));
    }

    private MergeResult apply(boolean keep) throws IOException {
        if (merges.isOver()) {
            throw new IOException(path() + " was merged");
        }
        return merges.merge(keep);
    }

    private <T> T endingIfOver(Work<T> work) throws IOException {
        try {
            return work.get();
        } finally {
            if (merges.isOver()) {
                end(true);
            }
        }
    }

    /* A merge at a time: two would send the same part of the journal. */
    private <T> T alone(Work<T> work) throws IOException {
        merging.lock();
        try {
            requireHeld();
            return plain(work);
        } finally {
            merging.unlock();
        }
    }

    /**
     * Does what the policy says comes after the operations: makes the journal durable, merges it, both or neither, in the order of the
     * policy. A subtree that was decoupled without a policy is merged.
     *
     * @return what was merged, and then the subtree is given up; empty if the policy does not merge, and then it stays decoupled
     * @throws IOException as {@link #merge}, or if the policy wants a journal on disk and there is none
     */
    public Optional<MergeResult> complete() throws IOException {
        SubtreePolicy followed = policy;
        if (followed == null) {
            return Optional.of(merge());
        }
        mounted.namespace().requireClosedFiles("the merge");
        AtomicReference<@Nullable MergeResult> merged = new AtomicReference<>();
        return endingIfOver(() -> {
            Completion.run(followed, mechanism -> run(mechanism, merged));
            return Optional.ofNullable(merged.get());
        });
    }

    private void run(Mechanism mechanism, AtomicReference<@Nullable MergeResult> merged) throws IOException {
        if (mechanism.applies()) {
            merged.set(alone(() -> apply(false)));
        } else if (mechanism == Mechanism.LOCAL_PERSIST) {
            persistLocally();
        } else if (mechanism == Mechanism.GLOBAL_PERSIST) {
            persistGlobally();
        }
    }

    /**
     * Global persist: returns when all changes so far are durable in the store, where anybody can merge them after a crash of this machine.
     * Files that are being written are not part of it.
     */
    public void persistGlobally() throws IOException {
        alone(() -> {
            mounted.namespace().store(new Merger(calls, path(), number()));
            return true;
        });
    }

    private void persistLocally() throws IOException {
        if (!journal().isPresent()) {
            throw new IOException("The policy of " + path() + " has local_persist, but its journal is in memory only."
                    + " Decouple it with a journal directory.");
        }
        persist();
    }

    /** Gives the subtree up and forgets all changes, with the data of files. */
    public void discard() throws IOException {
        alone(() -> {
            new Merger(calls, path(), number()).discard();
            return true;
        });
        end(true);
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

    private void end(boolean gone) throws IOException {
        if (!endsNow()) {
            return;
        }
        Future<?> running = renewal;
        if (running != null) {
            running.cancel(true);
        }
        renewals.shutdownNow();
        mounted.stopSync();
        overlays.unmount(mounted);
        overlays.adoption().ended(this);
        if (hold == null && gone) {
            mounted.namespace().end();
        } else if (hold == null) {
            mounted.namespace().close();
        } else if (gone) {
            hold.remove();
        } else {
            leave(hold);
        }
    }

    /* A merge that is under way is waited for: it writes to what the next process goes on with. */
    private boolean endsNow() throws IOException {
        if (ended.get()) {
            return false;
        }
        try {
            if (!merging.tryLock(MERGE_WAIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(path() + " is being merged: close it again when that has ended");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(path() + " was not closed, because its thread was interrupted");
        }
        try {
            return ended.compareAndSet(false, true);
        } finally {
            merging.unlock();
        }
    }

    private void leave(LocalHold left) throws IOException {
        try {
            persist();
            ByteArrayOutputStream saved = new ByteArrayOutputStream();
            mounted.files().save(new DataOutputStream(saved));
            left.addBlocks(saved.toByteArray());
            syncIfDue(left);
        } catch (IOException | RuntimeException e) {
            left.leave(mounted.namespace().nextInode(), left.kept().persistedBytes());
            throw e;
        }
        if (merges.isOver()) {
            left.remove();
        } else {
            left.leave(mounted.namespace().nextInode(), left.file().size());
        }
    }

    /*
     * A program that knows nothing of decoupled subtrees writes under a temporary name and renames, as Hadoop's shell does, and what is
     * synced cannot be renamed. So a subtree that was taken over is synced at the end, when all has its name.
     */
    private void syncIfDue(LocalHold left) throws IOException {
        long age = CLOCK.getAsLong() - left.kept().syncedMillis();
        if (policy != null
                && !mounted.namespace().isAppending()
                && AutomaticSync.isDue(policy, pendingChanges(), age)) {
            plain(() -> apply(true));
        }
    }

    /**
     * Leaves the subtree decoupled, with what is on disk of its journal. What other processes may go on with is persisted before. Otherwise
     * changes that were neither persisted nor merged are lost.
     */
    @Override
    public void close() throws IOException {
        end(false);
    }

    @Override
    public String toString() {
        return "decoupled subtree " + number() + " at " + Objects.requireNonNull(path());
    }
}
