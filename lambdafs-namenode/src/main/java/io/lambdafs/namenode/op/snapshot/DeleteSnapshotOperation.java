package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DeleteSnapshotResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** deleteSnapshot: takes a snapshot away; what it alone showed goes later. The owner of its directory may. */
final class DeleteSnapshotOperation implements WriteOperation<DeleteSnapshotRequestProto, DeleteSnapshotResponseProto> {
    @Override
    public Parser<DeleteSnapshotRequestProto> parser() {
        return DeleteSnapshotRequestProto.parser();
    }

    @Override
    public FsPath subject(DeleteSnapshotRequestProto request) {
        return SnapshotRoot.path(request.getSnapshotRoot());
    }

    @Override
    public DeleteSnapshotResponseProto execute(
            CallContext call, Transaction tx, DeleteSnapshotRequestProto request, ChangeSet changes) {
        if (request.getSnapshotName().isEmpty()) {
            throw new FsException(ErrorCode.IO_ERROR, "The snapshot name is null or empty.");
        }
        SnapshotRoot.ofOwner(call, tx, subject(request)).delete(Name.of(request.getSnapshotName()), changes);
        return DeleteSnapshotResponseProto.getDefaultInstance();
    }
}
