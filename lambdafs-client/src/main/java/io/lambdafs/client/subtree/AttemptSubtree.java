package io.lambdafs.client.subtree;

import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.decoupling.SubtreeRoot;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * What one attempt of a task writes for a job that holds its output decoupled: an overlay at a path that no NameNode knows of. Its journal
 * becomes part of the output with {@link DecoupledSubtree#adopt}. The data of its files goes to DataNodes, in blocks of the job's subtree.
 * Thread-safe.
 */
public final class AttemptSubtree implements Closeable {
    /** The directory in the overlay that has what the attempt writes; all beside it is not adopted. */
    public static final String CONTENT = "content";

    private final Overlays overlays;
    private final MountedOverlay mounted;

    private AttemptSubtree(Overlays overlays, MountedOverlay mounted) {
        this.overlays = overlays;
        this.mounted = mounted;
    }

    /**
     * Has all FileSystem objects of this process and user work on an overlay below a path.
     *
     * @param job the job's subtree
     * @param path where nothing is
     * @throws IOException if the file system is not λFS's
     */
    public static AttemptSubtree mount(FileSystem fileSystem, DecoupledLease job, Path path) throws IOException {
        Overlays overlays = Overlays.of(fileSystem);
        SubtreeRoot output = job.root();
        SubtreeRoot root = new SubtreeRoot(
                output.directory(),
                fileSystem.makeQualified(path).toUri().getPath(),
                output.group(),
                output.permission(),
                true);
        DecoupledLease lease =
                new DecoupledLease(job.number(), root, job.user(), job.inodes(), job.leaseMillis(), job.policy());
        Overlay overlay =
                new Overlay(lease, new NamespaceBelow(overlays), new JournalLog(null), System::currentTimeMillis);
        MountedOverlay mounted =
                MountedOverlay.nowhere(overlay, new OverlayFiles(overlay, overlays.requireWay(fileSystem)));
        overlays.mount(mounted);
        return new AttemptSubtree(overlays, mounted);
    }

    /** The number of the job's subtree for which it writes. */
    public long number() {
        return mounted.namespace().lease().number();
    }

    /** Whether something was written. */
    public boolean hasContent() throws IOException {
        return mounted.namespace().withJournal(journal -> journal.entries() > 1);
    }

    /**
     * The journal of all that was written.
     *
     * @throws IOException if a file is still being written
     */
    public List<byte[]> takeJournal() throws IOException {
        mounted.namespace().requireClosedFiles("the commit of the task");
        return mounted.namespace().withJournal(JournalLog::takeable);
    }

    /** Forgets what was written. What a job has adopted of it stays there. */
    @Override
    public void close() {
        overlays.unmount(mounted);
    }
}
