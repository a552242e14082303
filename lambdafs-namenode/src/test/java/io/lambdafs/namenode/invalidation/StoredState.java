package io.lambdafs.namenode.invalidation;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * All committed rows of a namespace, by path.
 *
 * @param inodes of every path that exists
 * @param listings of every directory
 * @param blocks of every file
 * @param decouplings the subtrees that clients hold, the oldest first
 */
record StoredState(
        Map<FsPath, INode> inodes,
        Map<FsPath, List<INode>> listings,
        Map<INodeId, List<BlockInfo>> blocks,
        List<Decoupling> decouplings) {
    private static final int ALL = 1000;

    static StoredState read(Transaction tx) {
        Map<FsPath, INode> inodes = new TreeMap<>(Comparator.comparing(FsPath::toString));
        INode root = tx.inodes().get(INodeId.ROOT).orElseThrow();
        Map<FsPath, List<INode>> listings = new HashMap<>();
        add(tx, FsPath.ROOT, root, inodes, listings);
        List<INodeId> files = inodes.values().stream()
                .filter(RegularFile.class::isInstance)
                .map(INode::id)
                .toList();
        Map<INodeId, List<BlockInfo>> blocks =
                tx.blocks().ofFiles(files).stream().collect(Collectors.groupingBy(BlockInfo::file));
        return new StoredState(inodes, listings, blocks, Decouplings.in(tx).all());
    }

    private static void add(
            Transaction tx, FsPath path, INode inode, Map<FsPath, INode> inodes, Map<FsPath, List<INode>> listings) {
        inodes.put(path, inode);
        if (inode.isDirectory()) {
            List<INode> children = tx.inodes().children(inode.id(), Name.EMPTY, ALL);
            if (children.size() == ALL) {
                throw new IllegalStateException("there are more entries than are read in " + path);
            }
            listings.put(path, children);
            children.forEach(child -> add(tx, path.child(child.name()), child, inodes, listings));
        }
    }

    Optional<INode> at(FsPath path) {
        return Optional.ofNullable(inodes.get(path));
    }

    Optional<Directory> directory(FsPath path) {
        return at(path).filter(Directory.class::isInstance).map(Directory.class::cast);
    }

    /** A file that nobody writes, with its blocks. */
    Optional<ClosedFile> closedFile(FsPath path) {
        return at(path).filter(RegularFile.class::isInstance)
                .map(RegularFile.class::cast)
                .filter(file -> !file.isUnderConstruction())
                .map(file -> new ClosedFile(file, blocks.getOrDefault(file.id(), List.of())));
    }

    /** Which inode has which name in a directory. */
    List<Entry> entries(FsPath directory) {
        return listings.getOrDefault(directory, List.of()).stream()
                .map(inode -> new Entry(inode.name(), inode.id()))
                .toList();
    }

    /** Whether a file in this directory is written to. */
    boolean isWrittenIn(FsPath directory) {
        return listings.getOrDefault(directory, List.of()).stream()
                .anyMatch(inode -> inode instanceof RegularFile file && file.isUnderConstruction());
    }

    /** A place in a listing. */
    record Entry(Name name, INodeId inode) {}

    /** What may be cached of a file. */
    record ClosedFile(RegularFile row, List<BlockInfo> blocks) {}
}
