package io.lambdafs.namenode.op.decoupling;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.PathSyntax;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A decoupled subtree with where it is now.
 *
 * @param chain from the root to the directory
 */
record DecoupledPlace(Decoupling decoupling, List<INode> chain) {
    /** All decoupled subtrees whose directory exists. */
    static List<DecoupledPlace> all(Transaction tx) {
        return Decouplings.in(tx).all().stream()
                .flatMap(decoupling ->
                        climb(tx, decoupling.directory()).map(chain -> new DecoupledPlace(decoupling, chain)).stream())
                .toList();
    }

    /** What leads to a directory now. */
    static Optional<List<INode>> climb(Transaction tx, INodeId directory) {
        Deque<INode> chain = new ArrayDeque<>();
        INodeId next = directory;
        while (!next.equals(INodeId.NONE) && chain.size() <= PathSyntax.MAX_PATH_DEPTH) {
            Optional<INode> found = tx.inodes().get(next);
            if (found.isEmpty()) {
                return Optional.empty();
            }
            chain.addFirst(found.get());
            next = found.get().parent();
        }
        return Optional.of(List.copyOf(chain));
    }

    FsPath path() {
        return FsPath.of(chain.stream().skip(1).map(INode::name).toList());
    }

    /** Refuses a directory that is decoupled, or is above or below one that is. */
    static void requireFree(Transaction tx, ResolvedPath at) {
        for (DecoupledPlace place : all(tx)) {
            boolean above = place.chain().stream()
                    .anyMatch(inode -> inode.id().equals(at.last().id()));
            boolean below = at.chain().stream()
                    .anyMatch(inode -> inode.id().equals(place.decoupling().directory()));
            if (above || below) {
                throw place.busy();
            }
        }
    }

    /** The refusal of who would use it. */
    FsException busy() {
        return new FsException(
                ErrorCode.IO_ERROR,
                "Device or resource busy: " + path() + " is held by " + decoupling.holder() + " since "
                        + Instant.ofEpochMilli(decoupling.term().sinceMillis())
                        + "; it is decoupled from the namespace until it is merged or discarded");
    }
}
