package io.lambdafs.namenode.subtree;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.journal.OverlayNode;
import io.lambdafs.wire.journal.OverlayTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * What the journal of one merge comes to, divided into steps. The same journal is divided in the same way everywhere.
 *
 * <p>First come the slices: inodes below directories that the journal made. Then come the attachments: entries of directories
 * that were there before. A tree that is built aside has one attachment, which is the replacement of the root.
 */
public final class MergeTree {
    private final Decoupling decoupling;
    private final OverlayTree tree;
    private final MergeSettings settings;
    private final List<OverlayNode> hidden = new ArrayList<>();
    private final List<Attachment> attachments = new ArrayList<>();

    /** Of a decoupling whose merge has begun. */
    public MergeTree(Decoupling decoupling, OverlayTree tree, MergeSettings settings) {
        this.decoupling = decoupling;
        this.tree = tree;
        this.settings = settings;
        List<OverlayNode> before = new ArrayList<>();
        for (OverlayNode node : tree.nodes()) {
            if (!node.isMade()) {
                before.add(node);
            } else if (isHidden(node)) {
                hidden.add(node);
            }
        }
        hidden.sort(Comparator.comparingLong(OverlayNode::id));
        before.sort(Comparator.comparingLong(OverlayNode::id));
        if (!decoupling.merge().aside()) {
            divide(before);
        }
    }

    private boolean isHidden(OverlayNode node) {
        return tree.node(node.parent()).filter(OverlayNode::isMade).isPresent() || isAside(node.parent());
    }

    private boolean isAside(long parent) {
        return decoupling.merge().aside() && parent == decoupling.directory().value();
    }

    private void divide(List<OverlayNode> before) {
        List<AttachedDirectory> gathered = new ArrayList<>();
        int size = 0;
        for (OverlayNode directory : before) {
            List<OverlayNode> children = directory.sortedChildren();
            int from = 0;
            do {
                int end = Math.min(children.size(), from + settings.attachment() - size);
                gathered.add(new AttachedDirectory(directory, children.subList(from, end), from == 0));
                size += end - from + (from == 0 ? 1 + directory.removed().size() : 0);
                from = end;
                if (size >= settings.attachment()) {
                    attachments.add(new Attachment(List.copyOf(gathered)));
                    gathered.clear();
                    size = 0;
                }
            } while (from < children.size());
        }
        if (!gathered.isEmpty()) {
            attachments.add(new Attachment(List.copyOf(gathered)));
        }
    }

    /** What one transaction attaches. */
    record Attachment(List<AttachedDirectory> directories) {}

    /**
     * A directory from before, or a file from before whose attributes change.
     *
     * @param children those that the journal made in it
     * @param first whether its removed names and its own changes belong to this step
     */
    record AttachedDirectory(OverlayNode node, List<OverlayNode> children, boolean first) {}

    public Decoupling decoupling() {
        return decoupling;
    }

    OverlayTree tree() {
        return tree;
    }

    /** How many slices there are. */
    public int slices() {
        return (hidden.size() + settings.slice() - 1) / settings.slice();
    }

    /** How many transactions attach the tree, at least one. */
    public int attachments() {
        return Math.max(1, attachments.size());
    }

    /**
     * Refuses owners and groups that a user who is no superuser may not give.
     *
     * @throws FsException in HDFS's words
     */
    public void requireOwnersWithin(String user, List<String> groups) {
        for (OverlayNode node : tree.nodes()) {
            if (!node.owner().isEmpty() && !node.owner().equals(user)) {
                throw new FsException(
                        ErrorCode.ACCESS_DENIED,
                        "User " + user + " is not a super user (non-super user cannot change owner).");
            }
            if (!node.group().isEmpty() && !groups.contains(node.group())) {
                throw new FsException(ErrorCode.ACCESS_DENIED, "User " + user + " does not belong to " + node.group());
            }
        }
    }

    /**
     * Refuses inodes that there are already: an earlier merge has brought them, of which the journal's client did not hear.
     *
     * @throws FsException if there are some
     */
    public void requireNew(Transaction tx) {
        List<INodeId> made = tree.nodes().stream()
                .filter(OverlayNode::isMade)
                .map(node -> new INodeId(node.id()))
                .toList();
        for (int from = 0; from < made.size(); from += INodeTable.MAX_BATCH) {
            List<INodeId> batch = made.subList(from, Math.min(made.size(), from + INodeTable.MAX_BATCH));
            if (!tx.inodes().get(batch).isEmpty()) {
                throw new FsException(
                        ErrorCode.INVALID_ARGUMENT,
                        "What the journal of the decoupled subtree " + decoupling.number()
                                + " begins with is in the namespace already: a sync has merged it and more. Discard the"
                                + " subtree: that removes nothing which was merged.");
            }
        }
    }

    /** How many inodes are made. */
    public long made() {
        return tree.nodes().stream().filter(OverlayNode::isMade).count();
    }

    List<OverlayNode> slice(int number) {
        int from = Math.min(hidden.size(), number * settings.slice());
        return hidden.subList(from, Math.min(hidden.size(), from + settings.slice()));
    }

    Attachment attachment(int number) {
        return attachments.isEmpty() ? new Attachment(List.of()) : attachments.get(number);
    }

    /** How many inodes slices insert. */
    int hidden() {
        return hidden.size();
    }

    /** A part of the inodes that slices insert: those from a position on, until there are so many of them or they have so many blocks. */
    List<OverlayNode> hiddenFrom(int position, int most, int mostBlocks) {
        int to = position;
        for (int blocks = 0; to < hidden.size() && to - position < most; to++) {
            blocks += hidden.get(to).blocks().size();
            if (blocks > mostBlocks && to > position) {
                break;
            }
        }
        return hidden.subList(position, to);
    }

    /** Tells which of the inodes that slices insert can be reached after so many attachments. */
    Predicate<OverlayNode> reachable(int attached) {
        Set<Long> tops = new HashSet<>();
        for (Attachment attachment : attachments.subList(0, attached)) {
            for (AttachedDirectory directory : attachment.directories()) {
                directory.children().forEach(child -> tops.add(child.id()));
            }
        }
        return node -> !tops.isEmpty() && tops.contains(top(node).id());
    }

    /* The one above it that is attached to a directory from before. */
    private OverlayNode top(OverlayNode node) {
        OverlayNode top = node;
        while (tree.node(top.parent()).filter(OverlayNode::isMade).isPresent()) {
            top = tree.node(top.parent()).orElseThrow();
        }
        return top;
    }

    /** The number of the directory that is going to have what the journal made in this one. */
    INodeId parentOf(OverlayNode node) {
        return isAside(node.parent()) ? decoupling.replacement() : new INodeId(node.parent());
    }
}
