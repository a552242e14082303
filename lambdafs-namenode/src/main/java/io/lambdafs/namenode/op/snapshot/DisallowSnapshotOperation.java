package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DisallowSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.DisallowSnapshotResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** disallowSnapshot: no snapshots of a directory, which has none, may be taken any more; superusers may say so. */
final class DisallowSnapshotOperation
        implements WriteOperation<DisallowSnapshotRequestProto, DisallowSnapshotResponseProto> {
    @Override
    public Parser<DisallowSnapshotRequestProto> parser() {
        return DisallowSnapshotRequestProto.parser();
    }

    @Override
    public FsPath subject(DisallowSnapshotRequestProto request) {
        return SnapshotRoot.path(request.getSnapshotRoot());
    }

    @Override
    public DisallowSnapshotResponseProto execute(
            CallContext call, Transaction tx, DisallowSnapshotRequestProto request, ChangeSet changes) {
        SnapshotRoot.ofSuperuser(call, tx, subject(request), "disallowSnapshot").disallow(changes);
        return DisallowSnapshotResponseProto.getDefaultInstance();
    }
}
