package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AllowSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.AllowSnapshotResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** allowSnapshot: lets snapshots of a directory be taken; superusers may. */
final class AllowSnapshotOperation implements WriteOperation<AllowSnapshotRequestProto, AllowSnapshotResponseProto> {
    @Override
    public Parser<AllowSnapshotRequestProto> parser() {
        return AllowSnapshotRequestProto.parser();
    }

    @Override
    public FsPath subject(AllowSnapshotRequestProto request) {
        return SnapshotRoot.path(request.getSnapshotRoot());
    }

    @Override
    public AllowSnapshotResponseProto execute(
            CallContext call, Transaction tx, AllowSnapshotRequestProto request, ChangeSet changes) {
        SnapshotRoot.ofSuperuser(call, tx, subject(request), "allowSnapshot").allow(changes);
        return AllowSnapshotResponseProto.getDefaultInstance();
    }
}
