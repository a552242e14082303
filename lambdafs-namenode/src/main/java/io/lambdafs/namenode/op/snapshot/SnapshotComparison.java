package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.SubtreeWalk;
import io.lambdafs.namenode.snapshot.Snapshot;
import io.lambdafs.namenode.snapshot.SnapshotDiff;
import io.lambdafs.namenode.snapshot.SnapshotList;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.thirdparty.protobuf.ByteString;

/**
 * What a request compares: a directory at two moments, with HDFS's rules and words.
 *
 * @param rootPath the directory of which the snapshots are: the one that the request names, or one above it
 * @param changes in HDFS's order
 * @param reversed whether the request asks how the later moment leads to the earlier one
 */
record SnapshotComparison(FsPath rootPath, List<SnapshotDiff.Change> changes, boolean reversed) {
    SnapshotComparison {
        changes = List.copyOf(changes);
    }

    /**
     * Compares. An empty name stands for the present.
     *
     * @return empty if both moments are the same
     */
    static Optional<SnapshotComparison> of(CallContext call, Transaction tx, FsPath path, String from, String to) {
        PathLocks locks = PathLocks.in(tx);
        requireReadable(call, tx, locks, path, from);
        requireReadable(call, tx, locks, path, to);
        if (from.isEmpty() && to.isEmpty()) {
            return Optional.empty();
        }
        ResolvedPath at = locks.resolve(path);
        int depth = depthOfRoot(at);
        FsPath rootPath = at.path().prefix(depth);
        INodeId root = at.chain().get(depth).id();
        SnapshotList snapshots = new SnapshotList(tx, root);
        int first = number(snapshots, rootPath, from);
        int second = number(snapshots, rootPath, to);
        if (first == second) {
            return Optional.empty();
        }
        SnapshotDiff diff = new SnapshotDiff(tx, at.last().id(), first, second);
        return Optional.of(new SnapshotComparison(rootPath, diff.changes(root), diff.isReversed()));
    }

    /** Everything that the snapshot shows below the path, or that is there now if it has no name. */
    private static void requireReadable(
            CallContext call, Transaction tx, PathLocks locks, FsPath path, String snapshot) {
        PermissionChecker checker = new PermissionChecker(call);
        if (checker.isExempt()) {
            return;
        }
        FsPath shown =
                snapshot.isEmpty() ? path : path.child(Name.of(".snapshot")).child(Name.of(snapshot));
        ResolvedPath at = locks.resolve(shown);
        checker.requireTraverse(at).requireTarget(at, Access.READ);
        if (at.exists()) {
            SubtreeWalk.below(at.contents(tx), at, (parent, child) -> {
                if (child.isDirectory() && !checker.allows(child, Access.READ)) {
                    throw checker.refusal(parent.path().child(child.name()), child, Access.READ);
                }
            });
        }
    }

    private static int depthOfRoot(ResolvedPath at) {
        SnapshotRoot.directory(at);
        List<INode> chain = at.chain();
        for (int depth = chain.size() - 1; depth >= 0; depth--) {
            if (chain.get(depth).attributes().features().snapshots().snapshottable()) {
                return depth;
            }
        }
        throw new FsException(
                ErrorCode.SNAPSHOT, "The path " + at.path() + " is neither snapshottable nor under a snapshot root!");
    }

    private static int number(SnapshotList snapshots, FsPath root, String name) {
        if (name.isEmpty()) {
            return SnapshotDiff.NOW;
        }
        return snapshots
                .named(Name.of(name))
                .map(Snapshot::number)
                .orElseThrow(() -> new FsException(
                        ErrorCode.SNAPSHOT, "Cannot find the snapshot of directory " + root + " with name " + name));
    }

    /** A relative path as messages have it. */
    static ByteString text(List<Name> path) {
        ByteString.Output out = ByteString.newOutput();
        for (int i = 0; i < path.size(); i++) {
            if (i > 0) {
                out.write('/');
            }
            byte[] name = path.get(i).bytes();
            out.write(name, 0, name.length);
        }
        return out.toByteString();
    }
}
