package io.lambdafs.client.subtree;

import io.lambdafs.wire.decoupling.DecoupledLease;
import io.lambdafs.wire.journal.OverlayNode;
import io.lambdafs.wire.journal.OverlayTree;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The files of an overlay that are being written: new ones, which are not in the journal yet, and those that are
 * appended to. Guarded by the overlay's lock.
 */
final class BeingWritten {
    /** A message names at most so many files. */
    private static final int MOST_NAMED = 10;

    private final DecoupledLease lease;
    private final OverlayTree tree;
    private final Set<Long> appended = new HashSet<>();

    BeingWritten(DecoupledLease lease, OverlayTree tree) {
        this.lease = lease;
        this.tree = tree;
    }

    boolean isWritten(OverlayNode file) {
        return file.isOpen() || isAppended(file);
    }

    boolean isAppended(OverlayNode file) {
        return appended.contains(file.id());
    }

    /** Whether any file is appended to. One that was removed is none. */
    boolean isAppending() {
        appended.removeIf(id -> !tree.node(id).isPresent());
        return !appended.isEmpty();
    }

    /**
     * Notes that a file is appended to.
     *
     * @throws IOException if it is being written already
     */
    void append(OverlayNode file, String path) throws IOException {
        if (isWritten(file)) {
            throw Refusals.plain(path + " is being written already");
        }
        appended.add(file.id());
    }

    /** Notes that a file is not appended to any more. Returns whether it was. */
    boolean endAppend(OverlayNode file) {
        return appended.remove(file.id());
    }

    /**
     * Refuses while there are such files.
     *
     * @param what comes after
     * @throws IOException names some of them
     */
    void requireNone(Predicate<OverlayNode> such, String what) throws IOException {
        List<String> found = new ArrayList<>();
        for (OverlayNode node : tree.nodes()) {
            if (such.test(node) && found.size() < MOST_NAMED) {
                found.add(pathOf(node));
            }
        }
        if (!found.isEmpty()) {
            throw new IOException("Files are still being written. Before " + what
                    + ", close them, or delete those whose writers have failed: " + found);
        }
    }

    private String pathOf(OverlayNode node) {
        StringBuilder path = new StringBuilder();
        OverlayNode at = node;
        while (at.isMade()) {
            path.insert(0, "/" + at.name());
            OverlayNode above = tree.node(at.parent()).orElse(null);
            if (above == null) {
                break;
            }
            at = above;
        }
        return (at.id() == lease.root().directory() ? lease.root().path() : "…") + path;
    }
}
