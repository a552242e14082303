package io.lambdafs.namenode.op.xattr;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** getXAttrs: the extended attributes that the request names, or all that the caller may see, with their values. */
final class GetXAttrsOperation implements ReadOperation<GetXAttrsRequestProto, GetXAttrsResponseProto> {
    @Override
    public Parser<GetXAttrsRequestProto> parser() {
        return GetXAttrsRequestProto.parser();
    }

    @Override
    public GetXAttrsResponseProto execute(CallContext call, Transaction tx, GetXAttrsRequestProto request) {
        FsPath path = RequestText.path(request.getSrcBytes());
        XAttrAccess access = new XAttrAccess(call, path);
        List<XAttr> wanted = request.getXAttrsList().stream().map(XAttr::of).toList();
        wanted.forEach(access::requireMayName);
        ResolvedPath at = PathLocks.in(tx).resolve(path);
        access.requireRead(at);
        List<XAttr> shown = XAttrStore.at(tx, at).stream().filter(access::shows).toList();
        List<XAttr> found = wanted.isEmpty()
                ? shown
                : wanted.stream().map(attribute -> named(shown, attribute)).toList();
        return GetXAttrsResponseProto.newBuilder()
                .addAllXAttrs(found.stream().map(XAttr::message).toList())
                .build();
    }

    private static XAttr named(List<XAttr> shown, XAttr wanted) {
        return shown.stream()
                .filter(wanted::isNamedAs)
                .findFirst()
                .orElseThrow(() ->
                        new FsException(ErrorCode.IO_ERROR, "At least one of the attributes provided was not found."));
    }
}
