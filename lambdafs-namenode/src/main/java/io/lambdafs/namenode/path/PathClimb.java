package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.PathSyntax;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Finds the present path of an inode, by the way from it to the root. */
public final class PathClimb {
    private PathClimb() {}

    /** The path of the inode with this number; empty if it is not there, or if the root is not above it. Nothing is locked. */
    public static Optional<ResolvedPath> from(Transaction tx, INodeId inode) {
        return tx.inodes().get(inode).flatMap(found -> from(tx, found));
    }

    /** The path of this inode; empty if the root is not above it. Nothing is locked. */
    public static Optional<ResolvedPath> from(Transaction tx, INode inode) {
        Deque<INode> chain = new ArrayDeque<>();
        chain.addFirst(inode);
        while (!chain.getFirst().id().equals(INodeId.ROOT)) {
            Optional<INode> parent = tx.inodes().get(chain.getFirst().parent());
            if (parent.isEmpty() || chain.size() > PathSyntax.MAX_PATH_DEPTH) {
                return Optional.empty();
            }
            chain.addFirst(parent.get());
        }
        FsPath path = FsPath.of(chain.stream().skip(1).map(INode::name).toList());
        return Optional.of(new ResolvedPath(path, List.copyOf(chain)));
    }
}
