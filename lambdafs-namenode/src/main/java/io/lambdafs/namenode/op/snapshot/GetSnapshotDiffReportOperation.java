package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
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
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getSnapshotDiffReport: what differs below a directory between two of its snapshots, or one and the present. */
final class GetSnapshotDiffReportOperation
        implements ReadOperation<GetSnapshotDiffReportRequestProto, GetSnapshotDiffReportResponseProto> {
    @Override
    public Parser<GetSnapshotDiffReportRequestProto> parser() {
        return GetSnapshotDiffReportRequestProto.parser();
    }

    @Override
    public GetSnapshotDiffReportResponseProto execute(
            CallContext call, Transaction tx, GetSnapshotDiffReportRequestProto request) {
        PathLocks locks = PathLocks.in(tx);
        FsPath path = SnapshotRoot.path(request.getSnapshotRoot());
        String from = request.getFromSnapshot();
        String to = request.getToSnapshot();
        requireReadable(call, tx, locks, path, from);
        requireReadable(call, tx, locks, path, to);
        SnapshotDiffReportProto.Builder report = SnapshotDiffReportProto.newBuilder()
                .setSnapshotRoot(path.toString())
                .setFromSnapshot(from)
                .setToSnapshot(to);
        if (!from.isEmpty() || !to.isEmpty()) {
            ResolvedPath at = locks.resolve(path);
            int root = depthOfRoot(at);
            FsPath rootPath = at.path().prefix(root);
            SnapshotList snapshots = new SnapshotList(tx, at.chain().get(root).id());
            int first = number(snapshots, rootPath, from);
            int second = number(snapshots, rootPath, to);
            if (first != second) {
                report.setSnapshotRoot(rootPath.toString());
                new SnapshotDiff(tx, at.last().id(), first, second)
                        .entries(at.chain().get(root).id(), Math.min(first, second))
                        .forEach(entry -> report.addDiffReportEntries(message(entry)));
            }
        }
        return GetSnapshotDiffReportResponseProto.newBuilder()
                .setDiffReport(report)
                .build();
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

    private static SnapshotDiffReportEntryProto message(SnapshotDiff.Entry entry) {
        SnapshotDiffReportEntryProto.Builder message = SnapshotDiffReportEntryProto.newBuilder()
                .setFullpath(text(entry.path()))
                .setModificationLabel(entry.type().label());
        entry.target().ifPresent(target -> message.setTargetPath(text(target)));
        return message.build();
    }

    private static ByteString text(List<Name> path) {
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
