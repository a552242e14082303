package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

/**
 * A directory.
 *
 * @param children the number of its entries; {@link #UNCOUNTED} if the store was filled before they were counted. A transaction that
 *     makes or removes an entry holds the directory EXCLUSIVE and changes its times, and this number with them.
 * @param observed the mark that some NameNode may hold this directory's times in its cache. It is set before a NameNode
 *     does, and every changed value is without it. The transaction that writes a changed value invalidates the cached
 *     times if the mark was set before.
 */
public record Directory(INodeId id, INodeKey key, Attributes attributes, long children, boolean observed)
        implements INode {
    /** The number of entries of a directory whose entries were not counted from the start. */
    public static final long UNCOUNTED = -1;

    public Directory {
        requireNonNull(id, "id");
        requireNonNull(key, "key");
        requireNonNull(attributes, "attributes");
        if (children < UNCOUNTED) {
            throw new IllegalArgumentException("a directory has no " + children + " entries");
        }
    }

    /** A directory without entries whose times nobody holds. */
    public Directory(INodeId id, INodeKey key, Attributes attributes) {
        this(id, key, attributes, 0, false);
    }

    /** The same directory with the mark. */
    public Directory asObserved() {
        return new Directory(id, key, attributes, children, true);
    }

    /** The same directory after so many entries came, at this time; went, if the number is negative. */
    public Directory withEntries(int more, long modificationMillis) {
        long counted = children == UNCOUNTED ? UNCOUNTED : Math.max(0, children + more);
        return new Directory(id, key, attributes.withModification(modificationMillis), counted, false);
    }

    @Override
    public Directory withKey(INodeKey changed) {
        return new Directory(id, changed, attributes, children, false);
    }

    @Override
    public Directory withAttributes(Attributes changed) {
        return new Directory(id, key, changed, children, false);
    }

    @Override
    public boolean isDirectory() {
        return true;
    }
}
