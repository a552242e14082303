package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.RenameSnapshotResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** renameSnapshot: gives a snapshot another name; the owner of its directory may. */
final class RenameSnapshotOperation implements WriteOperation<RenameSnapshotRequestProto, RenameSnapshotResponseProto> {
    @Override
    public Parser<RenameSnapshotRequestProto> parser() {
        return RenameSnapshotRequestProto.parser();
    }

    @Override
    public FsPath subject(RenameSnapshotRequestProto request) {
        return SnapshotRoot.path(request.getSnapshotRoot());
    }

    @Override
    public RenameSnapshotResponseProto execute(
            CallContext call, Transaction tx, RenameSnapshotRequestProto request, ChangeSet changes) {
        if (request.getSnapshotNewName().isEmpty()) {
            throw new FsException(ErrorCode.IO_ERROR, "The new snapshot name is null or empty.");
        }
        SnapshotRoot root = SnapshotRoot.ofOwner(call, tx, subject(request));
        Name to = SnapshotRoot.newName(request.getSnapshotNewName(), subject(request));
        root.rename(Name.of(request.getSnapshotOldName()), to, changes);
        return RenameSnapshotResponseProto.getDefaultInstance();
    }
}
