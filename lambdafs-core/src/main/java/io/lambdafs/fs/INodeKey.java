package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

/** Where an inode hangs: its parent and its name there. Ordered by parent, then by name. */
public record INodeKey(INodeId parent, Name name) implements Comparable<INodeKey> {
    /** Before every key. */
    public static final INodeKey FIRST = new INodeKey(INodeId.NONE, Name.EMPTY);

    public INodeKey {
        requireNonNull(parent, "parent");
        requireNonNull(name, "name");
    }

    @Override
    public int compareTo(INodeKey other) {
        int byParent = parent.compareTo(other.parent);
        return byParent != 0 ? byParent : name.compareTo(other.name);
    }
}
