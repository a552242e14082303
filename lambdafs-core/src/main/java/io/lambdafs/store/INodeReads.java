package io.lambdafs.store;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import java.util.List;

/** The inodes on a path, and the entries of a directory: what a cache keeps of the inodes. */
public interface INodeReads {
    /**
     * Walks from the root by these names and returns the inodes met, the root first. Ends early at a name that does not
     * exist, or after an inode that is not a directory. One round trip, one consistent snapshot where the adapter can.
     */
    List<INode> resolve(List<Name> names);

    /**
     * As {@link #resolve}, for a caller that wants to list the last one if it is a directory: its times, and those of the
     * directories above it, need not be right. A cache may then know enough.
     */
    default List<INode> resolveToList(List<Name> names) {
        return resolve(names);
    }

    /** The children of a directory in the order of their names, from the first after {@code after}. */
    List<INode> children(INodeId parent, Name after, int limit);

    /**
     * The number of a directory's children whose names come after this one, counted as far as {@code most}. One round trip;
     * costs as much as there are to count.
     */
    int countChildren(INodeId parent, Name after, int most);
}
