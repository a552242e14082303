package io.lambdafs.namenode.cache;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.message.NumberedEntries;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * All entries of a directory in the order of their names, as they were at one moment. Immutable; a reader that finds it in
 * its directory knows that it holds, and that names which are not in it are absent.
 */
final class CachedListing {
    private static final int OBJECT_BYTES = 32;

    private final Node[] nodes;
    private final long number;
    private final boolean ofFiles;

    /**
     * Of nodes that are ordered by name.
     *
     * @param number of no other listing in the same cache
     */
    CachedListing(List<Node> nodes, long number) {
        this.nodes = nodes.toArray(Node[]::new);
        this.number = number;
        this.ofFiles = nodes.stream().allMatch(FileNode.class::isInstance);
    }

    boolean contains(Name name) {
        return search(name) >= 0;
    }

    /** Whether this file's blocks are not kept yet, and those of one other file are. */
    boolean isSecondWithBlocks(Name file) {
        int others = 0;
        for (int i = 0; i < nodes.length && others <= 1; i++) {
            if (nodes[i] instanceof FileNode node && node.blocks() != null) {
                others += node.name.equals(file) ? 2 : 1;
            }
        }
        return others == 1;
    }

    Node[] nodes() {
        return nodes;
    }

    int firstAfter(Name after) {
        int found = search(after);
        return found >= 0 ? found + 1 : -found - 1;
    }

    /**
     * The entries after a name, at most so many; null if not all that belongs to them is known. {@link NumberedEntries} if
     * they are all entries, and files, of which nothing can change; a directory's times can.
     */
    @Nullable
    List<INode> page(Name after, int limit) {
        int from = firstAfter(after);
        if (from == 0 && nodes.length <= limit && ofFiles) {
            return new AllFiles();
        }
        int to = Math.min(nodes.length, from + limit);
        List<INode> page = new ArrayList<>(Math.max(0, to - from));
        for (int i = from; i < to; i++) {
            INode inode = inode(nodes[i]);
            if (inode == null) {
                return null;
            }
            page.add(inode);
        }
        return page;
    }

    private static @Nullable INode inode(Node node) {
        if (node instanceof FileNode file) {
            return file.file();
        }
        return ((DirectoryNode) node).directoryWithTimes();
    }

    private int search(Name name) {
        int low = 0;
        int high = nodes.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            int order = nodes[middle].name.compareTo(name);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -low - 1;
    }

    /** Made of the nodes when they are asked for. */
    private final class AllFiles extends AbstractList<INode> implements NumberedEntries, RandomAccess {
        @Override
        public long number() {
            return number;
        }

        @Override
        public INode get(int index) {
            return ((FileNode) nodes[index]).file();
        }

        @Override
        public int size() {
            return nodes.length;
        }
    }

    /** Without its places, for which each entry is charged anyway. */
    int bytes() {
        return OBJECT_BYTES + Costs.references(0);
    }
}
