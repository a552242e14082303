package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.snapshot.SnapshotDiff;
import io.lambdafs.store.Transaction;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotDiffReportListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportCursorProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportListingEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotDiffReportListingProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getSnapshotDiffReportListing: one page of what differs below a directory between two of its snapshots. Clients put pages together to a
 * report.
 *
 * <p>The differences are in one order: of each file or directory that changed first itself, then what came into it,
 * then what went. A page goes on at its cursor: the path of what changed, and how many of its entries were sent; -1 if
 * it was not sent itself.
 */
final class GetSnapshotDiffReportListingOperation
        implements ReadOperation<GetSnapshotDiffReportListingRequestProto, GetSnapshotDiffReportListingResponseProto> {
    private static final int NOT_TOLD = -1;
    /** Well below what one answer may have, by HTTP as base64. */
    private static final int MAX_BYTES = 2 << 20;
    /** Of an entry without its paths. */
    private static final int ENTRY_BYTES = 40;

    private final int limit;

    /** Pages of at most so many differences; fewer where their paths are long. */
    GetSnapshotDiffReportListingOperation(int limit) {
        this.limit = limit;
    }

    @Override
    public Parser<GetSnapshotDiffReportListingRequestProto> parser() {
        return GetSnapshotDiffReportListingRequestProto.parser();
    }

    @Override
    public GetSnapshotDiffReportListingResponseProto execute(
            CallContext call, Transaction tx, GetSnapshotDiffReportListingRequestProto request) {
        Optional<SnapshotComparison> compared = SnapshotComparison.of(
                call,
                tx,
                SnapshotRoot.path(request.getSnapshotRoot()),
                request.getFromSnapshot(),
                request.getToSnapshot());
        Page page = new Page(compared.map(comparison -> !comparison.reversed()).orElse(false));
        boolean fromStart = !request.hasCursor()
                || (request.getCursor().getStartPath().isEmpty()
                        && request.getCursor().getIndex() == NOT_TOLD);
        compared.map(SnapshotComparison::changes)
                .ifPresent(
                        changes -> page.add(changes, fromStart ? Optional.empty() : Optional.of(request.getCursor())));
        return GetSnapshotDiffReportListingResponseProto.newBuilder()
                .setDiffReport(page.listing)
                .build();
    }

    /** A page that is being filled. */
    private final class Page {
        private final SnapshotDiffReportListingProto.Builder listing;
        private int size;
        private int bytes;

        Page(boolean fromEarlier) {
            listing = SnapshotDiffReportListingProto.newBuilder()
                    .setIsFromEarlier(fromEarlier)
                    .setCursor(cursor(ByteString.EMPTY, NOT_TOLD));
        }

        void add(List<SnapshotDiff.Change> changes, Optional<SnapshotDiffReportCursorProto> from) {
            boolean begun = from.isEmpty();
            for (SnapshotDiff.Change change : changes) {
                ByteString path = SnapshotComparison.text(change.path());
                boolean here = !begun && path.equals(from.orElseThrow().getStartPath());
                begun |= here;
                if (begun && !add(change, path, here ? from.orElseThrow().getIndex() : NOT_TOLD)) {
                    return;
                }
            }
        }

        /** Adds what was not sent of a change; returns whether all of it is sent now. */
        private boolean add(SnapshotDiff.Change change, ByteString path, int told) {
            int entries = change.came().size() + change.went().size();
            for (int index = told; index < entries; index++) {
                if (size == limit || bytes >= MAX_BYTES) {
                    listing.setCursor(cursor(path, index));
                    return false;
                }
                add(change, index);
                size++;
                bytes += ENTRY_BYTES + path.size() + nameBytes(change, index);
            }
            return true;
        }

        /** What an entry adds to the path of its directory: its name, and where it went. */
        private int nameBytes(SnapshotDiff.Change change, int index) {
            if (index == NOT_TOLD) {
                return 0;
            }
            SnapshotDiff.Entry entry = index < change.came().size()
                    ? change.came().get(index)
                    : change.went().get(index - change.came().size());
            int elsewhere = entry.elsewhere()
                    .map(target -> SnapshotComparison.text(target).size())
                    .orElse(0);
            return entry.name().bytes().length + elsewhere;
        }

        private void add(SnapshotDiff.Change change, int index) {
            if (index == NOT_TOLD) {
                listing.addModifiedEntries(entry(change.inode(), change.inode(), change.path(), change.directory()));
            } else if (index < change.came().size()) {
                SnapshotDiff.Entry came = change.came().get(index);
                listing.addCreatedEntries(entry(change, came, came.elsewhere().isPresent()));
            } else {
                SnapshotDiff.Entry went =
                        change.went().get(index - change.came().size());
                SnapshotDiffReportListingEntryProto.Builder entry =
                        entry(change, went, went.elsewhere().isPresent());
                went.elsewhere().ifPresent(target -> entry.setTargetPath(SnapshotComparison.text(target)));
                listing.addDeletedEntries(entry);
            }
        }
    }

    private static SnapshotDiffReportListingEntryProto.Builder entry(
            SnapshotDiff.Change change, SnapshotDiff.Entry entry, boolean moved) {
        return entry(change.inode(), entry.inode(), SnapshotDiff.child(change.path(), entry.name()), moved);
    }

    private static SnapshotDiffReportListingEntryProto.Builder entry(
            INodeId directory, INodeId inode, List<Name> path, boolean reference) {
        return SnapshotDiffReportListingEntryProto.newBuilder()
                .setDirId(directory.value())
                .setFileId(inode.value())
                .setFullpath(SnapshotComparison.text(path))
                .setIsReference(reference);
    }

    private static SnapshotDiffReportCursorProto.Builder cursor(ByteString path, int index) {
        return SnapshotDiffReportCursorProto.newBuilder().setStartPath(path).setIndex(index);
    }
}
