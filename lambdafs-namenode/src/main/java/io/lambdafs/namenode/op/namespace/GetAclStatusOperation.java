package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.Attributes;
import io.lambdafs.namenode.CacheableOperation;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.message.AclMessages;
import io.lambdafs.namenode.message.FileStatusMessages;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclStatusProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.GetAclStatusResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getAclStatus: owner, group, mode, and the entries that the mode does not say. */
final class GetAclStatusOperation implements CacheableOperation<GetAclStatusRequestProto, GetAclStatusResponseProto> {
    @Override
    public Parser<GetAclStatusRequestProto> parser() {
        return GetAclStatusRequestProto.parser();
    }

    @Override
    public GetAclStatusResponseProto execute(CallContext call, ReadView view, GetAclStatusRequestProto request) {
        ResolvedPath at = PathLookup.in(view).resolve(RequestText.path(request.getSrcBytes()));
        new PermissionChecker(call).requireTraverse(at);
        Attributes attributes = at.requireExists("cannot find ").attributes();
        return GetAclStatusResponseProto.newBuilder()
                .setResult(AclStatusProto.newBuilder()
                        .setOwner(attributes.owner())
                        .setGroup(attributes.group())
                        .setSticky(attributes.permission().sticky())
                        .setPermission(FileStatusMessages.permission(attributes.permission()))
                        .addAllEntries(
                                AclMessages.messages(attributes.features().acl().entries())))
                .build();
    }
}
