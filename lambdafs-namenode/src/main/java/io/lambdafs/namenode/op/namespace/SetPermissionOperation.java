package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetPermissionResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** setPermission: changes the mode of a file or directory; its owner may. */
final class SetPermissionOperation implements WriteOperation<SetPermissionRequestProto, SetPermissionResponseProto> {
    @Override
    public Parser<SetPermissionRequestProto> parser() {
        return SetPermissionRequestProto.parser();
    }

    @Override
    public FsPath subject(SetPermissionRequestProto request) {
        return ReservedNames.requireNotReserved(RequestText.pathToChange(request.getSrcBytes()));
    }

    @Override
    public LockHints foresee(SetPermissionRequestProto request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public boolean mayChangeNothing() {
        return true;
    }

    @Override
    public Optional<SetPermissionResponseProto> answerIfUnchanged(
            CallContext call, ReadView view, SetPermissionRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolveToList(subject(request));
        PermissionChecker.ofOwner(call).requireTraverse(at).requireOwner(at);
        return at.last().attributes().permission().equals(FileStatusMessages.permission(request.getPermission()))
                ? Optional.of(SetPermissionResponseProto.getDefaultInstance())
                : Optional.empty();
    }

    @Override
    public SetPermissionResponseProto execute(
            CallContext call, Transaction tx, SetPermissionRequestProto request, ChangeSet changes) {
        Permission mode = FileStatusMessages.permission(request.getPermission());
        new ModeChange(call, tx, changes)
                .at(subject(request), inode -> inode.attributes().withPermission(mode));
        return SetPermissionResponseProto.getDefaultInstance();
    }
}
