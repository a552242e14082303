package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.snapshot.SnapshotDiff;
import io.lambdafs.store.Transaction;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getSnapshotDiffReport: what differs below a directory between two of its snapshots, or one and the present. Of each directory
 * that changed, first what came, then what went.
 */
final class GetSnapshotDiffReportOperation
        implements ReadOperation<GetSnapshotDiffReportRequestProto, GetSnapshotDiffReportResponseProto> {
    private static final String CREATED = "+";
    private static final String DELETED = "-";
    private static final String MODIFIED = "M";
    private static final String RENAMED = "R";

    @Override
    public Parser<GetSnapshotDiffReportRequestProto> parser() {
        return GetSnapshotDiffReportRequestProto.parser();
    }

    @Override
    public GetSnapshotDiffReportResponseProto execute(
            CallContext call, Transaction tx, GetSnapshotDiffReportRequestProto request) {
        SnapshotDiffReportProto.Builder report = SnapshotDiffReportProto.newBuilder()
                .setSnapshotRoot(request.getSnapshotRoot())
                .setFromSnapshot(request.getFromSnapshot())
                .setToSnapshot(request.getToSnapshot());
        Optional<SnapshotComparison> compared = SnapshotComparison.of(
                call,
                tx,
                SnapshotRoot.path(request.getSnapshotRoot()),
                request.getFromSnapshot(),
                request.getToSnapshot());
        compared.ifPresent(comparison -> {
            report.setSnapshotRoot(comparison.rootPath().toString());
            comparison.changes().forEach(change -> add(report, change, comparison.reversed()));
        });
        return GetSnapshotDiffReportResponseProto.newBuilder()
                .setDiffReport(report)
                .build();
    }

    private static void add(SnapshotDiffReportProto.Builder report, SnapshotDiff.Change change, boolean reversed) {
        report.addDiffReportEntries(entry(MODIFIED, change.path()));
        for (SnapshotDiff.Entry came : change.came()) {
            if (came.elsewhere().isEmpty()) {
                report.addDiffReportEntries(
                        entry(reversed ? DELETED : CREATED, SnapshotDiff.child(change.path(), came.name())));
            }
        }
        for (SnapshotDiff.Entry went : change.went()) {
            List<Name> source = SnapshotDiff.child(change.path(), went.name());
            report.addDiffReportEntries(went.elsewhere()
                    .map(target -> reversed ? renamed(target, source) : renamed(source, target))
                    .orElseGet(() -> entry(reversed ? CREATED : DELETED, source)));
        }
    }

    private static SnapshotDiffReportEntryProto.Builder entry(String label, List<Name> path) {
        return SnapshotDiffReportEntryProto.newBuilder()
                .setFullpath(SnapshotComparison.text(path))
                .setModificationLabel(label);
    }

    private static SnapshotDiffReportEntryProto.Builder renamed(List<Name> source, List<Name> target) {
        return entry(RENAMED, source).setTargetPath(SnapshotComparison.text(target));
    }
}
