package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** Where an inode hangs: its parent and its name there. Ordered by parent, then by name. */
public record INodeKey(INodeId parent, Name name) implements Comparable<INodeKey> {
    /** Before every key. */
    public static final INodeKey FIRST = new INodeKey(INodeId.NONE, Name.EMPTY);

    public INodeKey {
        requireNonNull(parent, "parent");
        requireNonNull(name, "name");
    }

    // As of INodeId.
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof INodeKey key && parent.equals(key.parent) && name.equals(key.name);
    }

    @Override
    public int hashCode() {
        return 31 * parent.hashCode() + name.hashCode();
    }

    @Override
    public int compareTo(INodeKey other) {
        int byParent = parent.compareTo(other.parent);
        return byParent != 0 ? byParent : name.compareTo(other.name);
    }
}
