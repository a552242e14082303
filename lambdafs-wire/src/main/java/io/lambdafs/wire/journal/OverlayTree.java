package io.lambdafs.wire.journal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a journal: the inodes that it made and that are still there, and its changes of older inodes. Used by
 * one thread at a time.
 *
 * <p>Which names were taken in directories from before, the tree does not know. The client that has the journal written, knows.
 */
public final class OverlayTree implements JournalTarget {
    private final long first;
    private final long end;
    private final Map<Long, OverlayNode> nodes = new HashMap<>();
    private long greatestMade;

    /**
     * An empty one.
     *
     * @param first the first inode number that was reserved for the journal
     * @param count how many were
     */
    public OverlayTree(long first, int count) {
        this.first = first;
        this.end = first + count;
        this.greatestMade = first - 1;
    }

    /** What the tree knows of this inode; empty if nothing. */
    public Optional<OverlayNode> node(long id) {
        return Optional.ofNullable(nodes.get(id));
    }

    /** What the journal made under this name and did not remove. */
    public Optional<OverlayNode> child(long parent, String name) {
        OverlayNode directory = nodes.get(parent);
        return directory == null ? Optional.empty() : Optional.ofNullable(directory.child(name));
    }

    /** Whether the journal took this name from what was in a directory before. */
    public boolean isRemoved(long parent, String name) {
        OverlayNode directory = nodes.get(parent);
        return directory != null && directory.removed().contains(name);
    }

    /** All inodes that the tree knows of, in no particular order. */
    public Collection<OverlayNode> nodes() {
        return Collections.unmodifiableCollection(nodes.values());
    }

    /** The greatest number of an inode that the journal made; one less than the first number if it made none. */
    public long greatestMade() {
        return greatestMade;
    }

    @Override
    public void makeDirectory(long parent, String name, long id, int permission, long timeMillis) {
        insert(new OverlayNode(id, true, true, parent, name), permission, timeMillis);
    }

    @Override
    public void createFile(Place place, long id, JournalledFile written) {
        OverlayNode file = newFile(place, id, written);
        insert(file, written.permission(), written.timeMillis());
    }

    /** As {@link #createFile}, of a file that its client has begun to write: such a file is in no journal. */
    public OverlayNode open(Place place, long id, JournalledFile empty) {
        OverlayNode file = newFile(place, id, empty);
        file.open = true;
        insert(file, empty.permission(), empty.timeMillis());
        return file;
    }

    private static OverlayNode newFile(Place place, long id, JournalledFile written) {
        OverlayNode file = new OverlayNode(id, true, false, place.parent(), place.name());
        file.replication = written.replication();
        file.blockSize = written.blockSize();
        file.blocks = written.blocks();
        file.accessMillis = written.timeMillis();
        return file;
    }

    /** What the journal made and no merge has yet, but for files that are open. */
    public List<OverlayNode> unmerged() {
        List<OverlayNode> unmerged = new ArrayList<>();
        for (OverlayNode node : nodes.values()) {
            if (node.made && !node.open && !node.merged) {
                unmerged.add(node);
            }
        }
        return unmerged;
    }

    /** Notes of inodes whether a merge has them: what it brings into the namespace is changed there only by the next merge. */
    public void mark(List<OverlayNode> made, boolean merged) {
        for (OverlayNode node : made) {
            node.merged = merged;
        }
    }

    private void insert(OverlayNode node, int permission, long timeMillis) {
        if (node.id < first || node.id >= end) {
            throw new JournalException("the number " + node.id + " was not reserved for this journal, but " + first
                    + " to " + (end - 1) + " were");
        }
        if (nodes.containsKey(node.id)) {
            throw new JournalException("the journal makes inode " + node.id + " twice");
        }
        OverlayNode parent = directory(node.parent);
        if (parent.child(node.name) != null) {
            throw new JournalException("the journal makes " + node.name + " in " + parent.id + " twice");
        }
        node.permission = permission;
        node.modificationMillis = timeMillis;
        parent.add(node);
        parent.modificationMillis = timeMillis;
        nodes.put(node.id, node);
        greatestMade = Math.max(greatestMade, node.id);
    }

    @Override
    public void rewriteFile(long id, long timeMillis, List<JournalBlock> blocks) {
        OverlayNode file = file(id);
        file.open = false;
        file.blocks = blocks;
        file.modificationMillis = timeMillis;
    }

    @Override
    public void delete(long parent, String name, long timeMillis) {
        OverlayNode directory = directory(parent);
        OverlayNode gone = directory.child(name);
        if (gone != null) {
            directory.take(name);
            forget(gone);
        } else if (directory.made) {
            throw new JournalException("the journal deletes " + name + " in " + parent + ", which is not there");
        } else {
            directory.addRemoved(name);
        }
        directory.modificationMillis = timeMillis;
    }

    private void forget(OverlayNode root) {
        Deque<OverlayNode> rest = new ArrayDeque<>();
        rest.add(root);
        while (!rest.isEmpty()) {
            OverlayNode node = rest.remove();
            nodes.remove(node.id);
            rest.addAll(node.children());
        }
    }

    @Override
    public void rename(Place from, Place to, long timeMillis) {
        OverlayNode source = directory(from.parent());
        OverlayNode destination = directory(to.parent());
        OverlayNode moved = source.child(from.name());
        if (moved == null) {
            throw new JournalException("the journal renames " + from.name() + " in " + from.parent()
                    + ", which it did not make: merge before what is from before is renamed");
        }
        if (destination.child(to.name()) != null || isAtOrBelow(destination, moved)) {
            throw new JournalException("the journal renames " + from.name() + " to a place that it cannot have");
        }
        source.take(from.name());
        moved.parent = to.parent();
        moved.name = to.name();
        destination.add(moved);
        source.modificationMillis = timeMillis;
        destination.modificationMillis = timeMillis;
    }

    /** Whether this inode is that one or is below it. */
    public boolean isAtOrBelow(OverlayNode node, OverlayNode above) {
        OverlayNode at = node;
        while (at != null) {
            if (at == above) {
                return true;
            }
            at = at.made ? nodes.get(at.parent) : null;
        }
        return false;
    }

    @Override
    public void setPermission(long id, int permission) {
        any(id).permission = permission;
    }

    @Override
    public void setOwner(long id, String owner, String group) {
        OverlayNode node = any(id);
        node.owner = owner.isEmpty() ? node.owner : owner;
        node.group = group.isEmpty() ? node.group : group;
    }

    @Override
    public void setTimes(long id, long modificationMillis, long accessMillis) {
        OverlayNode node = any(id);
        node.modificationMillis = modificationMillis < 0 ? node.modificationMillis : modificationMillis;
        node.accessMillis = accessMillis < 0 ? node.accessMillis : accessMillis;
    }

    @Override
    public void setReplication(long id, int replication) {
        any(id).replication = replication;
    }

    private OverlayNode directory(long id) {
        OverlayNode node = any(id);
        if (node.made && !node.directory) {
            throw new JournalException("the journal has an entry in file " + id);
        }
        return node;
    }

    private OverlayNode file(long id) {
        OverlayNode node = nodes.get(id);
        if (node == null || !node.made || node.directory) {
            throw new JournalException("the journal did not make file " + id);
        }
        return node;
    }

    /* An inode that the journal did not make is from before. */
    private OverlayNode any(long id) {
        OverlayNode known = nodes.get(id);
        if (known != null) {
            return known;
        }
        OverlayNode before = new OverlayNode(id, false, false, 0, "");
        nodes.put(id, before);
        return before;
    }
}
