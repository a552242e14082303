package io.lambdafs.namenode.op.namespace;

import io.lambdafs.block.BlockId;
import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.NameNodeConfig.FileDefaults;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.store.Transaction;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetReplicationResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** setReplication: changes how many replicas a file asks for, and has its blocks looked at. */
final class SetReplicationOperation implements WriteOperation<SetReplicationRequestProto, SetReplicationResponseProto> {
    private final FileDefaults files;

    SetReplicationOperation(FileDefaults files) {
        this.files = files;
    }

    @Override
    public Parser<SetReplicationRequestProto> parser() {
        return SetReplicationRequestProto.parser();
    }

    @Override
    public FsPath subject(SetReplicationRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public LockHints foresee(SetReplicationRequestProto request) {
        return LockHints.ofTarget(subject(request)).andBlocks();
    }

    @Override
    public SetReplicationResponseProto execute(
            CallContext call, Transaction tx, SetReplicationRequestProto request, ChangeSet changes) {
        ResolvedPath found = PathLocks.in(tx).resolve(subject(request));
        files.requireReplication(request.getReplication(), found.path());
        ResolvedPath at = PathLocks.in(tx).lock(found, LockScope.TARGET);
        new PermissionChecker(call).requireTraverse(at).requireTarget(at, Access.WRITE);
        if (at.exists() && at.last() instanceof RegularFile file) {
            if (file.replication() != request.getReplication()) {
                Quotas.replicated(tx, at, file.withReplication(request.getReplication()));
                change(tx, file, request.getReplication());
                changes.changed(at.path());
                changes.happens(NamespaceEvents.replicated(at.path(), request.getReplication()));
            }
            return result(true);
        }
        return result(false);
    }

    private static void change(Transaction tx, RegularFile file, int replication) {
        List<BlockId> blocks = tx.blocks().ofFiles(List.of(file.id())).stream()
                .map(BlockInfo::id)
                .toList();
        tx.inodes().update(file.withReplication(replication));
        tx.work().checkReplication(blocks);
    }

    private static SetReplicationResponseProto result(boolean isFile) {
        return SetReplicationResponseProto.newBuilder().setResult(isFile).build();
    }
}
