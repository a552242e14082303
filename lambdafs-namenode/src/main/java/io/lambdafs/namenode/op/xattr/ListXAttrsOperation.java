package io.lambdafs.namenode.op.xattr;

import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.ListXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.ListXAttrsResponseProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** listXAttrs: the names of the extended attributes that the caller may see. */
final class ListXAttrsOperation implements ReadOperation<ListXAttrsRequestProto, ListXAttrsResponseProto> {
    @Override
    public Parser<ListXAttrsRequestProto> parser() {
        return ListXAttrsRequestProto.parser();
    }

    @Override
    public ListXAttrsResponseProto execute(CallContext call, Transaction tx, ListXAttrsRequestProto request) {
        FsPath path = RequestText.path(request.getSrcBytes());
        XAttrAccess access = new XAttrAccess(call, path);
        ResolvedPath at = PathLocks.in(tx).resolve(path);
        access.requireRead(at);
        ListXAttrsResponseProto.Builder answer = ListXAttrsResponseProto.newBuilder();
        XAttrStore.at(tx, at).stream()
                .filter(access::shows)
                .map(attribute -> new XAttr(attribute.space(), attribute.name(), ByteString.EMPTY))
                .forEach(attribute -> answer.addXAttrs(attribute.message()));
        return answer.build();
    }
}
