package io.lambdafs.client.subtree;

import io.lambdafs.wire.PathSyntax;
import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.journal.JournalBlock;
import io.lambdafs.wire.journal.JournalDecoder;
import io.lambdafs.wire.journal.JournalTarget;
import io.lambdafs.wire.journal.JournalledFile;
import io.lambdafs.wire.journal.OverlayNode;
import io.lambdafs.wire.journal.OverlayTree;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;

/**
 * A decoupled subtree as its client sees it: what the namespace had when the client first looked, with what the client changed since.
 * Thread-safe.
 *
 * <p>Each change goes to the tree, from which reads are answered, and to the journal. A file is in the journal once it is closed.
 */
final class Overlay implements Closeable {
    private static final int DIRECTORY_BITS = 01777;
    private static final int OWNER_WRITE_EXECUTE = 0300;

    private final DecoupledLease lease;
    private final String root;
    private final LongSupplier clock;
    private final JournalLog journal;
    private final OverlayTree tree;
    private final ReentrantLock lock = new ReentrantLock();
    private final OverlayView view;
    private final OverlayRename renames;
    private final BeingWritten writing;
    private long nextInode;

    /** Whether the last merge has taken the journal. */
    private boolean frozen;

    /**
     * An overlay without changes.
     *
     * @param clock milliseconds since the epoch
     */
    Overlay(DecoupledLease lease, BaseNamespace namespace, JournalLog journal, LongSupplier clock) {
        this.lease = lease;
        this.root = lease.root().path();
        this.journal = journal;
        this.clock = clock;
        this.tree = new OverlayTree(lease.inodes().first(), lease.inodes().count());
        this.nextInode = lease.inodes().first();
        this.view = new OverlayView(lease, namespace, tree);
        this.writing = new BeingWritten(lease, tree);
        this.renames = new OverlayRename(view, tree, clock, new OverlayRename.Changes() {
            @Override
            public void change(OverlayRename.Change change) throws IOException {
                Overlay.this.change(change);
            }

            @Override
            public void remove(OverlayEntry entry, String name) throws IOException {
                Overlay.this.remove(entry, name);
            }
        });
    }

    /** Takes in a chunk of a journal that was found, before the overlay is used. */
    void restore(byte[] chunk) {
        journal.restore(chunk, JournalDecoder.replay(chunk, tree));
        nextInode = Math.max(nextInode, tree.greatestMade() + 1);
    }

    DecoupledLease lease() {
        return lease;
    }

    String root() {
        return root;
    }

    /** Whether a path is below the root. */
    boolean covers(String path) {
        return path.length() > root.length() && path.startsWith(root) && path.charAt(root.length()) == '/';
    }

    /** Runs with the journal, which nobody changes meanwhile. */
    <T> T withJournal(JournalWork<T> work) throws IOException {
        lock.lock();
        try {
            return work.with(journal);
        } finally {
            lock.unlock();
        }
    }

    /** What is done with the journal. */
    interface JournalWork<T> {
        T with(JournalLog journal) throws IOException;
    }

    /**
     * Takes what the journal has for a merge. If the subtree ends with the merge, changes are refused from now on: nobody would merge them.
     *
     * @param keep whether the subtree stays decoupled
     * @param persist whether the journal must be on the disk before
     * @throws IOException if files are still being written and the subtree is to end
     */
    JournalPart take(boolean keep, boolean persist) throws IOException {
        lock.lock();
        try {
            writing.requireNone(keep ? writing::isAppended : writing::isWritten, "the merge");
            if (persist) {
                journal.persist();
            }
            JournalPart part = new JournalPart(keep, journal.takeable(), journal.entries(), nextInode, tree.unmerged());
            if (keep) {
                tree.mark(part.made(), true);
            } else {
                frozen = true;
            }
            return part;
        } finally {
            lock.unlock();
        }
    }

    /** A part is not going to be merged now. */
    void giveBack(JournalPart part) {
        lock.lock();
        try {
            if (part.keep()) {
                tree.mark(part.made(), false);
            } else {
                frozen = false;
            }
        } finally {
            lock.unlock();
        }
    }

    /** A part is in the namespace now. */
    void merged(JournalPart part) throws IOException {
        lock.lock();
        try {
            journal.merged(part.chunks().size(), part.entries());
            if (part.keep()) {
                journal.rewriteFile();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Refuses while files are being written.
     *
     * @param what comes after
     */
    void requireClosedFiles(String what) throws IOException {
        lock.lock();
        try {
            writing.requireNone(writing::isWritten, what);
        } finally {
            lock.unlock();
        }
    }

    /** Whether somebody writes this file. */
    boolean isBeingWritten(OverlayNode file) {
        lock.lock();
        try {
            return writing.isWritten(file);
        } finally {
            lock.unlock();
        }
    }

    private void requireOpen() throws IOException {
        if (frozen) {
            throw Refusals.plain("The decoupled subtree " + root + " is being merged, and ends with that."
                    + " Change it again when it is merged.");
        }
    }

    /** Makes what the journal has durable in the store. */
    void store(Merger merger) throws IOException {
        List<byte[]> chunks;
        long entries;
        lock.lock();
        try {
            // What the store has and the disk has not, a later process would take for nothing.
            journal.persist();
            chunks = journal.takeable();
            entries = journal.entries();
        } finally {
            lock.unlock();
        }
        if (!chunks.isEmpty()) {
            merger.persist(chunks, entries);
        }
    }

    /** The first inode number that was never used. */
    long nextInode() {
        lock.lock();
        try {
            return nextInode;
        } finally {
            lock.unlock();
        }
    }

    /** Uses no inode number before this one, before the overlay is used. */
    void startAt(long inode) {
        nextInode = Math.max(nextInode, inode);
    }

    @Nullable
    HdfsFileStatus status(String path) throws IOException {
        lock.lock();
        try {
            OverlayEntry found = view.find(path);
            return found == null ? null : view.status(found, HdfsFileStatus.EMPTY_NAME);
        } finally {
            lock.unlock();
        }
    }

    /** The made file at a path; null if it is one from before, for which the namespace is to be asked. */
    @Nullable
    OverlayNode file(String path) throws IOException {
        lock.lock();
        try {
            OverlayEntry found = view.require(path);
            if (found.isDirectory()) {
                throw Refusals.notFound("Path is not a file: " + path);
            }
            return found.made;
        } finally {
            lock.unlock();
        }
    }

    /** The file or directory with this number, if the client made it and has not removed it. */
    Optional<OverlayNode> made(long id) {
        lock.lock();
        try {
            return tree.node(id).filter(OverlayNode::isMade);
        } finally {
            lock.unlock();
        }
    }

    /** Whether the path leads to something that the client made, or to nothing, so that the namespace knows nothing of it. */
    boolean isOwn(String path) throws IOException {
        lock.lock();
        try {
            OverlayEntry found = view.find(path);
            return found == null || found.made != null;
        } finally {
            lock.unlock();
        }
    }

    DirectoryListing list(String path, byte[] startAfter) throws IOException {
        lock.lock();
        try {
            OverlayEntry found = view.find(path);
            if (found == null) {
                throw Refusals.notFound("File " + path + " does not exist.");
            }
            if (!found.isDirectory()) {
                return new DirectoryListing(new HdfsFileStatus[] {view.status(found, HdfsFileStatus.EMPTY_NAME)}, 0);
            }
            return view.page(found, new String(startAfter, StandardCharsets.UTF_8));
        } finally {
            lock.unlock();
        }
    }

    private long inode() throws IOException {
        if (nextInode == lease.inodes().first() + lease.inodes().count()) {
            throw Refusals.plain("All " + lease.inodes().count() + " inode numbers that were reserved for " + root
                    + " are used. Merge it, and decouple it with more (allocated_inodes).");
        }
        return nextInode++;
    }

    private void change(OverlayRename.Change change) throws IOException {
        change.to(tree);
        change.to(journal.next());
        journal.written();
    }

    boolean makeDirectories(String path, int permission, boolean parents) throws IOException {
        lock.lock();
        try {
            requireOpen();
            directory(path, permission & DIRECTORY_BITS, parents);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /* Those between get the permission with write and execute for the owner, as in HDFS. */
    private OverlayEntry directory(String path, int permission, boolean parents) throws IOException {
        List<String> names = view.components(path);
        OverlayEntry at = view.rootEntry();
        for (int i = 0; i < names.size(); i++) {
            OverlayEntry next = view.child(at, names.get(i));
            boolean last = i == names.size() - 1;
            if (next == null) {
                if (!last && !parents) {
                    throw Refusals.notFound("Parent directory doesn't exist: " + at.path + "/" + names.get(i));
                }
                next = makeDirectory(at, names.get(i), last ? permission : permission | OWNER_WRITE_EXECUTE);
            } else if (!next.isDirectory()) {
                throw last
                        ? Refusals.exists("Path is not a directory: " + path)
                        : Refusals.parentNotDirectory(next.path);
            }
            at = next;
        }
        return at;
    }

    private OverlayEntry makeDirectory(OverlayEntry parent, String name, int permission) throws IOException {
        FileNames.require(name);
        long id = inode();
        long now = clock.getAsLong();
        change(target -> target.makeDirectory(parent.id, name, id, permission, now));
        OverlayNode made = tree.node(id).orElseThrow(IllegalStateException::new);
        return new OverlayEntry(id, made, null, parent, parent.path + "/" + name);
    }

    /** Begins a file, which replaces another one if that is asked for. */
    HdfsFileStatus create(String path, NewFile asked) throws IOException {
        lock.lock();
        try {
            requireOpen();
            List<String> names = view.components(path);
            String name = names.get(names.size() - 1);
            FileNames.require(name);
            String above = PathSyntax.parent(path);
            OverlayEntry parent =
                    names.size() == 1 ? view.rootEntry() : asked.parents ? parents(above) : view.find(above);
            if (parent == null) {
                throw Refusals.notFound("Parent directory doesn't exist: " + above);
            }
            if (!parent.isDirectory()) {
                throw Refusals.parentNotDirectory(above);
            }
            OverlayEntry present = requireReplaceable(view.child(parent, name), path, asked.overwrite);
            long id = inode();
            if (present != null) {
                remove(present, name);
            }
            long now = clock.getAsLong();
            OverlayNode file = tree.open(
                    new JournalTarget.Place(parent.id, name),
                    id,
                    new JournalledFile(
                            asked.permission, now, asked.replication, asked.blockSize, Collections.emptyList()));
            return view.status(new OverlayEntry(file.id(), file, null, parent, path), HdfsFileStatus.EMPTY_NAME);
        } finally {
            lock.unlock();
        }
    }

    /** Makes an empty file and closes it. */
    void createEmpty(String path, NewFile asked) throws IOException {
        put(
                path,
                new JournalledFile(
                        asked.permission,
                        clock.getAsLong(),
                        asked.replication,
                        asked.blockSize,
                        Collections.emptyList()),
                asked.overwrite);
    }

    /** Makes a file that is written already, with its missing directories. */
    void put(String path, JournalledFile file, boolean overwrite) throws IOException {
        lock.lock();
        try {
            requireOpen();
            List<String> names = view.components(path);
            String name = names.get(names.size() - 1);
            FileNames.require(name);
            OverlayEntry parent = names.size() == 1 ? view.rootEntry() : parents(PathSyntax.parent(path));
            OverlayEntry present = requireReplaceable(view.child(parent, name), path, overwrite);
            long id = inode();
            if (present != null) {
                remove(present, name);
            }
            change(target -> target.createFile(new JournalTarget.Place(parent.id, name), id, file));
        } finally {
            lock.unlock();
        }
    }

    private static @Nullable OverlayEntry requireReplaceable(
            @Nullable OverlayEntry present, String path, boolean overwrite) throws IOException {
        if (present != null && present.isDirectory()) {
            throw Refusals.exists(path + " already exists as a directory");
        }
        if (present != null && !overwrite) {
            throw Refusals.exists(path + " already exists");
        }
        return present;
    }

    private OverlayEntry parents(String path) throws IOException {
        int inherited = lease.root().permission() & DIRECTORY_BITS;
        return directory(path, inherited | OWNER_WRITE_EXECUTE, true);
    }

    /** The file that is being written at a path, or with an id wherever it is by now. */
    OverlayNode openFile(String path, long id) throws IOException {
        lock.lock();
        try {
            OverlayNode file = tree.node(id).orElse(null);
            if (file == null && id == HdfsConstants.GRANDFATHER_INODE_ID) {
                file = view.require(path).made;
            }
            if (file == null || !isBeingWritten(file)) {
                throw Refusals.notFound("File is not open for writing: " + path + " (inode " + id + ")");
            }
            return file;
        } finally {
            lock.unlock();
        }
    }

    /** Begins to append to a file. Its blocks so far stay as they are, the last one also if it is not full. */
    OverlayNode reopen(String path) throws IOException {
        lock.lock();
        try {
            requireOpen();
            OverlayEntry found = view.require(path);
            OverlayNode file = found.made;
            if (found.isDirectory()) {
                throw Refusals.notFound("Path is not a file: " + path);
            }
            if (file == null || file.isMerged()) {
                throw Refusals.unsupported("Appending to what was there before it was decoupled or last synced", path);
            }
            writing.append(file, path);
            return file;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A file that was reopened stays as it is.
     *
     * @return whether it was being appended to
     */
    boolean keepClosed(OverlayNode file) {
        lock.lock();
        try {
            return writing.endAppend(file);
        } finally {
            lock.unlock();
        }
    }

    /** Whether a file is being appended to: there is no sync then. */
    boolean isAppending() {
        lock.lock();
        try {
            return writing.isAppending();
        } finally {
            lock.unlock();
        }
    }

    /** How many blocks the journal has of a file; none of one that is not there, or that is not closed yet. */
    int blocksInJournal(long file) {
        lock.lock();
        try {
            return tree.node(file)
                    .filter(node -> !node.isOpen())
                    .map(node -> node.blocks().size())
                    .orElse(0);
        } finally {
            lock.unlock();
        }
    }

    /** Closes a file, with all its blocks. */
    void complete(OverlayNode file, List<JournalBlock> blocks) throws IOException {
        lock.lock();
        try {
            requireOpen();
            long now = clock.getAsLong();
            tree.rewriteFile(file.id(), now, blocks);
            if (writing.endAppend(file)) {
                journal.next().rewriteFile(file.id(), now, blocks);
                journal.written();
                return;
            }
            journal.next()
                    .createFile(
                            new JournalTarget.Place(file.parent(), file.name()),
                            file.id(),
                            new JournalledFile(file.permission(), now, file.replication(), file.blockSize(), blocks));
            journal.written();
            if (!file.owner().isEmpty() || !file.group().isEmpty()) {
                journal.next().setOwner(file.id(), file.owner(), file.group());
                journal.written();
            }
        } finally {
            lock.unlock();
        }
    }

    boolean delete(String path, boolean recursive) throws IOException {
        lock.lock();
        try {
            requireOpen();
            OverlayEntry found = view.find(path);
            if (found == null) {
                return false;
            }
            if (found.isDirectory() && !recursive && view.page(found, "").getPartialListing().length > 0) {
                throw Refusals.notEmpty(path);
            }
            List<String> names = view.components(path);
            remove(found, names.get(names.size() - 1));
            return true;
        } finally {
            lock.unlock();
        }
    }

    private void remove(OverlayEntry entry, String name) throws IOException {
        OverlayEntry parent = entry.parent;
        if (parent == null) {
            throw Refusals.unsupported("Removing its root", entry.path);
        }
        long now = clock.getAsLong();
        if (entry.made != null && entry.made.isOpen()) {
            tree.delete(parent.id, name, now);
            return;
        }
        change(target -> target.delete(parent.id, name, now));
    }

    /**
     * HDFS's first rename: into a destination that is a directory, and never over something.
     *
     * @return whether it was renamed
     */
    boolean rename(String from, String to) throws IOException {
        lock.lock();
        try {
            requireOpen();
            return renames.rename(from, to);
        } finally {
            lock.unlock();
        }
    }

    /** HDFS's second rename. */
    void rename(String from, String to, boolean overwrite) throws IOException {
        lock.lock();
        try {
            requireOpen();
            renames.rename(from, to, overwrite);
        } finally {
            lock.unlock();
        }
    }

    /** A change of the attributes of what is at a path. */
    interface AttributeChange {
        void to(JournalTarget target, long id);
    }

    /** Changes attributes. A file that is being written has them in the journal when it is closed. */
    void change(String path, AttributeChange change) throws IOException {
        lock.lock();
        try {
            requireOpen();
            OverlayEntry found = view.require(path);
            change.to(tree, found.id);
            if (found.made == null || !found.made.isOpen()) {
                change.to(journal.next(), found.id);
                journal.written();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Closes the journal, and removes its file: the subtree was merged or discarded. */
    void end() throws IOException {
        lock.lock();
        try {
            journal.close();
            journal.remove();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            journal.close();
        } finally {
            lock.unlock();
        }
    }
}
