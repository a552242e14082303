package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.NamespaceLimits;
import io.lambdafs.namenode.op.snapshot.SnapshottableDirectories;
import io.lambdafs.namenode.path.DecoupledPlace;
import io.lambdafs.namenode.path.HeldSubtrees;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;

/** What may be renamed to what, in HDFS's words. Pure. */
final class RenameRules {
    private RenameRules() {}

    static void requireSource(ResolvedPath source) {
        if (!source.exists()) {
            throw new FsException(ErrorCode.FILE_NOT_FOUND, "rename source " + source.path() + " is not found.");
        }
        if (source.path().isRoot()) {
            throw new FsException(ErrorCode.IO_ERROR, "rename source cannot be the root");
        }
    }

    static void requireDifferent(ResolvedPath source, ResolvedPath destination) {
        if (source.path().equals(destination.path())) {
            throw new FsException(
                    ErrorCode.FILE_ALREADY_EXISTS,
                    "The source " + source.path() + " and destination " + destination.path() + " are the same");
        }
    }

    static void requireOutsideSource(ResolvedPath source, ResolvedPath destination) {
        if (destination.path().startsWith(source.path())) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "Rename destination " + destination.path() + " is a directory or file under source "
                            + source.path());
        }
    }

    /** Refuses one more entry of another directory that has as many as it may; HDFS does so even if one is replaced. */
    static void requireRoom(NamespaceLimits limits, ResolvedPath source, ResolvedPath destination) {
        Directory to = destination.requireParent();
        if (!to.id().equals(source.requireParent().id())) {
            limits.requireRoom(to, destination.path().parent());
        }
    }

    /** Refuses names that nothing may be moved to, before it is looked what is there. */
    static void requireNotReserved(FsPath source, FsPath destination) {
        ReservedNames.requireChangeable(source);
        ReservedNames.requireChangeable(destination);
    }

    /**
     * Whether the destination, if it exists, may be replaced.
     *
     * @param hasChildren whether the destination is a directory with entries
     */
    static void requireReplaceable(
            ResolvedPath source, ResolvedPath destination, boolean overwrite, boolean hasChildren) {
        if (!destination.exists()) {
            return;
        }
        if (destination.last().isDirectory() != source.last().isDirectory()) {
            throw new FsException(
                    ErrorCode.IO_ERROR,
                    "Source " + source.path() + " and destination " + destination.path() + " must both be directories");
        }
        if (!overwrite) {
            throw new FsException(
                    ErrorCode.FILE_ALREADY_EXISTS, "rename destination " + destination.path() + " already exists");
        }
        if (hasChildren) {
            throw new FsException(
                    ErrorCode.IO_ERROR, "rename destination directory is not empty: " + destination.path());
        }
    }

    /** Refuses to move a directory with something that is held or has snapshots, to replace one that is held or has snapshots, or to move one into a directory that may have them. */
    static void requireNoSnapshots(Transaction tx, ResolvedPath source, ResolvedPath destination) {
        HeldSubtrees.requireNotHeld(source);
        HeldSubtrees.requireNotHeld(destination);
        if (source.last().isDirectory()) {
            DecoupledPlace.requireNoneAtOrBelow(tx, source);
        }
        SnapshottableDirectories snapshottable = SnapshottableDirectories.in(tx);
        snapshottable.requireNoSnapshots(source);
        if (destination.exists()) {
            snapshottable.requireNoSnapshots(destination);
        }
        snapshottable.requireNotNested(source, destination);
    }

    static void requireDestinationParent(ResolvedPath destination) {
        if (destination.parent().isEmpty()) {
            throw new FsException(
                    ErrorCode.FILE_NOT_FOUND, "rename destination parent " + destination.path() + " not found.");
        }
        if (!destination.parent().get().isDirectory()) {
            throw new FsException(
                    ErrorCode.PARENT_NOT_DIRECTORY, "rename destination parent " + destination.path() + " is a file.");
        }
    }
}
