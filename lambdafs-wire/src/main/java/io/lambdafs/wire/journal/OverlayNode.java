package io.lambdafs.wire.journal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An inode of an overlay tree: one that the journal made, or one from before that the journal changes something of. Of one from
 * before only what the journal changed is known. Read by callers, changed by its tree.
 */
public final class OverlayNode {
    /** What stands for a time, a permission or a number that the journal did not set. */
    public static final int UNCHANGED = -1;

    final long id;
    final boolean made;
    final boolean directory;
    long parent;
    String name;
    int permission = UNCHANGED;
    String owner = "";
    String group = "";
    long modificationMillis = UNCHANGED;
    long accessMillis = UNCHANGED;
    int replication = UNCHANGED;
    long blockSize;
    boolean open;
    boolean merged;
    List<JournalBlock> blocks = Collections.emptyList();
    private Map<String, OverlayNode> children = Collections.emptyMap();
    private Set<String> removed = Collections.emptySet();

    OverlayNode(long id, boolean made, boolean directory, long parent, String name) {
        this.id = id;
        this.made = made;
        this.directory = directory;
        this.parent = parent;
        this.name = name;
    }

    public long id() {
        return id;
    }

    /** Whether the journal made it. */
    public boolean isMade() {
        return made;
    }

    /** Whether it is a directory. Of an inode from before it is not known, and false, unless something in it changed. */
    public boolean isDirectory() {
        return directory || !children.isEmpty() || !removed.isEmpty();
    }

    /** The number of the directory that it is in; not known of one from before. */
    public long parent() {
        return parent;
    }

    public String name() {
        return name;
    }

    /** {@link #UNCHANGED} if the journal did not set it. */
    public int permission() {
        return permission;
    }

    /** Empty if the journal did not set it: then the user that merges owns what the journal made. */
    public String owner() {
        return owner;
    }

    /** Empty if the journal did not set it: then it is that of the directory. */
    public String group() {
        return group;
    }

    /** {@link #UNCHANGED} if the journal did not set it. */
    public long modificationMillis() {
        return modificationMillis;
    }

    /** {@link #UNCHANGED} if the journal did not set it. */
    public long accessMillis() {
        return accessMillis;
    }

    /** {@link #UNCHANGED} if the journal did not set it. */
    public int replication() {
        return replication;
    }

    /** In bytes. */
    public long blockSize() {
        return blockSize;
    }

    /** Whether its client is still writing it. */
    public boolean isOpen() {
        return open;
    }

    /** Whether an earlier part of the journal that has it was merged: then it is in the namespace. */
    public boolean isMerged() {
        return merged;
    }

    /** The blocks of a file when it was last closed. */
    public List<JournalBlock> blocks() {
        return blocks;
    }

    /** The length of a file when it was last closed, in bytes. */
    public long length() {
        long length = 0;
        for (JournalBlock block : blocks) {
            length += block.length();
        }
        return length;
    }

    /** What the journal made in this directory, in no particular order. */
    public Collection<OverlayNode> children() {
        return Collections.unmodifiableCollection(children.values());
    }

    /** How many entries the journal made in this directory. */
    public int childCount() {
        return children.size();
    }

    /** The names that the journal took from what was in this directory before. */
    public Set<String> removed() {
        return Collections.unmodifiableSet(removed);
    }

    /** What the journal made under this name; null if nothing. */
    @SuppressWarnings("NullAway") // The package is checked without annotations of Java 8's map.
    OverlayNode child(String entry) {
        return children.get(entry);
    }

    void add(OverlayNode child) {
        if (children.isEmpty()) {
            children = new HashMap<>();
        }
        children.put(child.name, child);
    }

    void take(String entry) {
        children.remove(entry);
    }

    void addRemoved(String entry) {
        if (removed.isEmpty()) {
            removed = new HashSet<>();
        }
        removed.add(entry);
    }

    /** The children sorted by the bytes of their names, as HDFS lists them. */
    public List<OverlayNode> sortedChildren() {
        List<OverlayNode> sorted = new ArrayList<>(children.values());
        sorted.sort((a, b) -> NameOrder.INSTANCE.compare(a.name, b.name));
        return sorted;
    }
}
