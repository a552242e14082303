package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.Features;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.snapshot.Snapshot;
import io.lambdafs.namenode.snapshot.SnapshotList;
import io.lambdafs.namenode.snapshot.SnapshotMoment;
import io.lambdafs.store.Transaction;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotListingRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetSnapshotListingResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotListingProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.SnapshotStatusProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getSnapshotListing: the snapshots of a directory. */
final class GetSnapshotListingOperation
        implements ReadOperation<GetSnapshotListingRequestProto, GetSnapshotListingResponseProto> {
    @Override
    public Parser<GetSnapshotListingRequestProto> parser() {
        return GetSnapshotListingRequestProto.parser();
    }

    @Override
    public GetSnapshotListingResponseProto execute(
            CallContext call, Transaction tx, GetSnapshotListingRequestProto request) {
        ResolvedPath at = PathLocks.in(tx).resolve(SnapshotRoot.path(request.getSnapshotRoot()));
        new PermissionChecker(call).requireTraverse(at).requireTarget(at, Access.READ);
        INodeId root = SnapshotRoot.snapshottable(at).id();
        SnapshotListingProto.Builder listing = SnapshotListingProto.newBuilder();
        for (Snapshot snapshot : new SnapshotList(tx, root).byName()) {
            Optional<INode> then = new SnapshotMoment(tx, snapshot.number()).inode(root);
            then.ifPresent(inode -> listing.addSnapshotListing(SnapshotStatusProto.newBuilder()
                    .setDirStatus(FileStatusMessages.status(inode, Features.UNSPECIFIED, snapshot.name()))
                    .setSnapshotID(snapshot.number())
                    .setIsDeleted(false)
                    .setParentFullpath(ByteString.copyFromUtf8(at.path().toString()))));
        }
        return GetSnapshotListingResponseProto.newBuilder()
                .setSnapshotList(listing)
                .build();
    }
}
