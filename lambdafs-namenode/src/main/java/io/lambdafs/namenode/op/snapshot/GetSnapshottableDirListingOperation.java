package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.Features;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.op.snapshot.SnapshottableDirectories.Place;
import io.lambdafs.namenode.snapshot.SnapshotList;
import io.lambdafs.store.Transaction;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshottableDirListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshottableDirListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshottableDirectoryListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshottableDirectoryStatusProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getSnapshottableDirListing: the directories of which snapshots may be taken; to others than superusers, their own. */
final class GetSnapshottableDirListingOperation
        implements ReadOperation<GetSnapshottableDirListingRequestProto, GetSnapshottableDirListingResponseProto> {
    @Override
    public Parser<GetSnapshottableDirListingRequestProto> parser() {
        return GetSnapshottableDirListingRequestProto.parser();
    }

    @Override
    public GetSnapshottableDirListingResponseProto execute(
            CallContext call, Transaction tx, GetSnapshottableDirListingRequestProto request) {
        List<Place> places = SnapshottableDirectories.in(tx).all().stream()
                .filter(place -> call.superuser()
                        || place.directory().attributes().owner().equals(call.user()))
                .sorted(Comparator.comparing(place -> place.path().toString()))
                .toList();
        GetSnapshottableDirListingResponseProto.Builder response = GetSnapshottableDirListingResponseProto.newBuilder();
        if (!places.isEmpty()) {
            SnapshottableDirectoryListingProto.Builder listing = SnapshottableDirectoryListingProto.newBuilder();
            places.forEach(place -> listing.addSnapshottableDirListing(status(tx, place)));
            response.setSnapshottableDirList(listing);
        }
        return response.build();
    }

    private static SnapshottableDirectoryStatusProto status(Transaction tx, Place place) {
        Directory directory = place.directory();
        FsPath path = place.path();
        return SnapshottableDirectoryStatusProto.newBuilder()
                .setDirStatus(FileStatusMessages.status(directory, Features.UNSPECIFIED, path.name()))
                .setSnapshotNumber(new SnapshotList(tx, directory.id()).all().size())
                .setSnapshotQuota(SnapshotList.MOST)
                .setParentFullpath(
                        path.isRoot()
                                ? ByteString.EMPTY
                                : ByteString.copyFromUtf8(path.parent().toString()))
                .build();
    }
}
