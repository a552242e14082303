package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.store.Transaction;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSnapshotRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.CreateSnapshotResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** createSnapshot: takes a snapshot of a directory, in a time that does not depend on what is below it; its owner may. */
final class CreateSnapshotOperation implements WriteOperation<CreateSnapshotRequestProto, CreateSnapshotResponseProto> {
    private static final DateTimeFormatter DEFAULT_NAME =
            DateTimeFormatter.ofPattern("'s'yyyyMMdd-HHmmss.SSS", Locale.ROOT);

    @Override
    public Parser<CreateSnapshotRequestProto> parser() {
        return CreateSnapshotRequestProto.parser();
    }

    @Override
    public FsPath subject(CreateSnapshotRequestProto request) {
        return SnapshotRoot.path(request.getSnapshotRoot());
    }

    @Override
    public CreateSnapshotResponseProto execute(
            CallContext call, Transaction tx, CreateSnapshotRequestProto request, ChangeSet changes) {
        SnapshotRoot root = SnapshotRoot.ofOwner(call, tx, subject(request));
        Name name = SnapshotRoot.newName(name(call, request), subject(request));
        return CreateSnapshotResponseProto.newBuilder()
                .setSnapshotPath(root.create(name, changes).toString())
                .build();
    }

    private static String name(CallContext call, CreateSnapshotRequestProto request) {
        return request.getSnapshotName().isEmpty()
                ? DEFAULT_NAME.format(Instant.ofEpochMilli(call.nowMillis()).atZone(ZoneId.systemDefault()))
                : request.getSnapshotName();
    }
}
