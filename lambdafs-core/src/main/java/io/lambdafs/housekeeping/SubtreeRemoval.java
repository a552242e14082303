package io.lambdafs.housekeeping;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.snapshot.SnapshotVersions;
import io.lambdafs.store.Detail;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.PathSyntax;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The removal of detached subtrees: inodes moved under {@link INodeId#DELETED}, with all that is below them.
 *
 * <p>Nobody can reach a detached subtree by a path, so nothing appears in it any more, and its rows can go in bounded
 * transactions, in any order that never leaves a row without its parent. What is left is known from the rows alone:
 * the caller that calls {@link #step} next goes on, in this process or another; several at once do no harm. Thread-safe.
 */
public final class SubtreeRemoval {
    /**
     * The most blocks that go with one batch, unless one file has more. With their replicas and the commands to
     * DataNodes they are many times as many rows. Stores bound what one transaction may hold; NDB's bound is the
     * narrowest.
     */
    public static final int MAX_BLOCKS = 600;

    /** The most directories that are looked at for one division. */
    private static final int MAX_DIRECTORIES = 1000;

    private final TransactionRunner runner;
    private final int batch;

    /** A removal that takes at most so many inodes, with their blocks, in one transaction. */
    public SubtreeRemoval(TransactionRunner runner, int batch) {
        this.runner = requireNonNull(runner, "runner");
        if (batch < 1 || batch > INodeTable.MAX_BATCH) {
            throw new IllegalArgumentException(
                    "batch must lie between 1 and " + INodeTable.MAX_BATCH + ", not " + batch);
        }
        this.batch = batch;
    }

    /** Roots of subtrees that are still to be removed, at most so many. */
    public List<INodeId> pending(int limit) {
        return runner.read(tx -> tx.inodes().children(INodeId.DELETED, Name.EMPTY, limit).stream()
                .map(INode::id)
                .toList());
    }

    /**
     * Removes one batch of the subtree, the deepest part first.
     *
     * @return whether the subtree is gone
     */
    public boolean step(WriterId writer, INodeId root) {
        return runner.write(writer, tx -> {
            var found = tx.inodes().get(root);
            if (found.isEmpty()) {
                return true;
            }
            if (found.get().parent().equals(INodeId.ATTIC)) {
                // A snapshot shows it.
                return true;
            }
            if (!found.get().parent().equals(INodeId.DELETED)) {
                throw new IllegalArgumentException("inode " + root + " is not detached");
            }
            List<INode> batchToRemove = bounded(collect(tx, found.get()));
            remove(tx, batchToRemove);
            return batchToRemove.contains(found.get());
        });
    }

    /**
     * Divides the next removals among several instances that work at once, into batches that share no file. Directories
     * go with {@link #step}, when they are empty.
     *
     * @param max the most batches
     * @return none where no directory has more files than one transaction removes
     */
    public List<RemovalBatch> batches(INodeId root, int max) {
        return runner.read(tx -> {
            List<RemovalBatch> found = new ArrayList<>();
            boolean shown = tx.inodes()
                    .get(root)
                    .filter(inode -> inode.parent().equals(INodeId.ATTIC))
                    .isPresent();
            Deque<INodeId> directories = shown ? new ArrayDeque<>() : new ArrayDeque<>(List.of(root));
            for (int visited = 0;
                    visited < MAX_DIRECTORIES && !directories.isEmpty() && found.size() < max;
                    visited++) {
                divide(tx, directories, found, max);
            }
            return found;
        });
    }

    private void divide(Transaction tx, Deque<INodeId> directories, List<RemovalBatch> found, int max) {
        INodeId directory = directories.removeFirst();
        Name after = Name.EMPTY;
        List<INode> page;
        do {
            page = tx.inodes().children(directory, after, batch);
            page.stream().filter(inode -> leadsDown(tx, inode)).map(INode::id).forEach(directories::addLast);
            if (page.size() == batch) {
                Name last = page.get(page.size() - 1).name();
                found.add(new RemovalBatch(directory, after, last));
                after = last;
            }
        } while (page.size() == batch && found.size() < max);
    }

    /**
     * Removes the files of a batch; what is gone already, or was never detached, is left alone.
     *
     * @return how many files went
     */
    public int remove(WriterId writer, RemovalBatch files) {
        return runner.write(writer, tx -> {
            if (!isDetached(tx, files.directory())) {
                return 0;
            }
            List<INode> present = bounded(tx.inodes().children(files.directory(), files.after(), batch).stream()
                    .filter(inode -> !inode.isDirectory() && inode.name().compareTo(files.last()) <= 0)
                    .toList());
            remove(tx, present);
            return present.size();
        });
    }

    private static boolean isDetached(Transaction tx, INodeId directory) {
        INodeId above = directory;
        for (int depth = 0; depth <= PathSyntax.MAX_PATH_DEPTH; depth++) {
            Optional<INode> found = tx.inodes().get(above);
            if (found.isEmpty() || above.equals(INodeId.ROOT)) {
                return false;
            }
            above = found.get().parent();
            if (above.equals(INodeId.DELETED)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Goes down level by level, with at most a batch of directories on each, and gathers the files met. Where nothing is
     * below any more, the directories that led there are empty.
     */
    private List<INode> collect(Transaction tx, INode root) {
        List<INode> gathered = new ArrayList<>();
        List<INode> level = List.of(root);
        while (gathered.size() < batch) {
            List<INodeId> directories =
                    level.stream().filter(INode::isDirectory).map(INode::id).toList();
            List<INode> below =
                    directories.isEmpty() ? List.of() : tx.inodes().children(directories, INodeKey.FIRST, batch);
            Set<INode> leadingDown = below.stream()
                    .filter(inode -> leadsDown(tx, inode))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            List<INode> leaves = below.isEmpty() ? level : below;
            leaves.stream()
                    .filter(inode -> below.isEmpty() || !leadingDown.contains(inode))
                    .limit(batch - (long) gathered.size())
                    .forEach(gathered::add);
            if (leadingDown.isEmpty()) {
                return gathered;
            }
            level = List.copyOf(leadingDown);
        }
        return gathered;
    }

    /**
     * Whether what is below it is to be removed. It is not if a snapshot shows the directory, which then stays as it
     * is.
     */
    private static boolean leadsDown(Transaction tx, INode inode) {
        return inode.isDirectory()
                && !(inode.attributes().features().snapshots().kept() && new SnapshotVersions(tx).exist(inode.id()));
    }

    /** The first of them, as far as their blocks fit; at least one. None has another below it. */
    private static List<INode> bounded(List<INode> inodes) {
        List<INode> first = new ArrayList<>();
        long blocks = 0;
        for (INode inode : inodes) {
            blocks += blocks(inode);
            if (blocks > MAX_BLOCKS && !first.isEmpty()) {
                return first;
            }
            first.add(inode);
        }
        return first;
    }

    /* By its length: one more or less does not matter, and to count them would be a round trip. */
    private static long blocks(INode inode) {
        return inode instanceof RegularFile file
                ? (file.length() + file.blockSize() - 1) / Math.max(1, file.blockSize())
                : 0;
    }

    /** Locked first, because a lease recovery under way may hold a file by its id alone. */
    private static void remove(Transaction tx, List<INode> inodes) {
        List<RowLock> locks = inodes.stream()
                .map(INode::id)
                .sorted()
                .map(id -> new RowLock(id, LockMode.EXCLUSIVE))
                .toList();
        List<INode> present = tx.inodes().lock(locks);
        tx.blocks()
                .deleteOfFiles(present.stream()
                        .filter(inode -> !inode.isDirectory())
                        .map(INode::id)
                        .toList());
        tx.inodes().delete(present.stream().map(INode::id).toList());
        Detail.deleteOf(tx, present);
    }
}
