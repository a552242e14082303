package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.store.Transaction;
import io.lambdafs.subtree.Decoupling;
import io.lambdafs.subtree.Decouplings;
import java.util.List;
import java.util.stream.Stream;

/**
 * A decoupled subtree with where it is now.
 *
 * @param at leads to its directory
 */
public record DecoupledPlace(Decoupling decoupling, ResolvedPath at) {
    /** All subtrees that somebody holds and whose directories exist. */
    private static Stream<DecoupledPlace> all(Transaction tx) {
        return Decouplings.in(tx).all().stream()
                .filter(decoupling -> !decoupling.discard().begun())
                .flatMap(decoupling ->
                        PathClimb.from(tx, decoupling.directory())
                                .map(at -> new DecoupledPlace(decoupling, at))
                                .stream());
    }

    /** Refuses a directory that is decoupled, or is above or below one that is. */
    public static void requireFree(Transaction tx, ResolvedPath directory) {
        List<INodeId> leading =
                directory.chain().stream().map(inode -> inode.id()).toList();
        all(tx).filter(place -> place.isAtOrBelow(directory.last().id())
                        || leading.contains(place.decoupling().directory()))
                .findFirst()
                .ifPresent(place -> {
                    throw place.busy();
                });
    }

    /** Refuses what would move or remove a directory, for the sake of what is decoupled at it or below. */
    public static void requireNoneAtOrBelow(Transaction tx, ResolvedPath directory) {
        all(tx).filter(place -> place.isAtOrBelow(directory.last().id()))
                .findFirst()
                .ifPresent(place -> {
                    throw place.busy();
                });
    }

    private boolean isAtOrBelow(INodeId directory) {
        return at.chain().stream().anyMatch(inode -> inode.id().equals(directory));
    }

    public FsPath path() {
        return at.path();
    }

    private FsException busy() {
        return HeldSubtrees.refusal(
                path(), decoupling.holder().toString(), decoupling.term().sinceMillis());
    }
}
