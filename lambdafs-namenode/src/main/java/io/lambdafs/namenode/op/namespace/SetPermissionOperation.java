package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.Foresight;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.store.Transaction;
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
    public Foresight foresee(SetPermissionRequestProto request) {
        return Foresight.ofTarget(subject(request));
    }

    @Override
    public SetPermissionResponseProto execute(
            CallContext call, Transaction tx, SetPermissionRequestProto request, ChangeSet changes) {
        Permission mode = FileStatusMessages.permission(request.getPermission());
        new ModeChange(call, tx, changes).at(subject(request), present -> mode);
        return SetPermissionResponseProto.getDefaultInstance();
    }
}
