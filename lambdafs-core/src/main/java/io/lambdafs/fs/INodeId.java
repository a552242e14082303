package io.lambdafs.fs;

import org.jspecify.annotations.Nullable;

/** The number that names an inode for its whole life, across renames; HDFS clients see it as the file id. */
public record INodeId(long value) implements Comparable<INodeId> {
    /** No inode: the parent of the root. */
    public static final INodeId NONE = new INodeId(0);

    /** The hidden directory under which detached subtrees wait to be emptied. It has no row of its own. */
    public static final INodeId DELETED = new INodeId(2);

    /**
     * The hidden directory of what is gone and what snapshots still show: each with its id for a name. It has no row of its
     * own.
     */
    public static final INodeId ATTIC = new INodeId(3);

    /**
     * The hidden directory of the files with what was reserved for decoupled subtrees, and of what is built for them.
     * Each entry has its id for a name. It has no row of its own.
     */
    public static final INodeId DECOUPLED = new INodeId(4);

    /** The root directory, with HDFS's number for it. */
    public static final INodeId ROOT = new INodeId(16385);

    /** The first number that a store may hand out. */
    public static final INodeId FIRST_FREE = new INodeId(16386);

    public INodeId {
        if (value < 0) {
            throw new IllegalArgumentException("an inode id is not negative: " + value);
        }
    }

    /* Said out loud because the JVM's first compiler, which instances keep to, runs a record's own as chains of method handles. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof INodeId id && value == id.value;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(value);
    }

    @Override
    public int compareTo(INodeId other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
