package io.lambdafs.namenode.op.constant;

import io.lambdafs.fs.FsException;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.GetXAttrsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.ListXAttrsRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.ListXAttrsResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto;
import org.apache.hadoop.hdfs.protocol.proto.XAttrProtos.XAttrProto.XAttrNamespaceProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * getXAttrs and listXAttrs: nothing has extended attributes. Who may not read a path is refused, and so is a request for
 * attributes by their names, as in HDFS.
 *
 * @param path takes the path out of the request
 * @param wanted takes the attributes out of the request that it names
 */
record ReadXAttrsOperation<Q extends MessageLite, R extends MessageLite>(
        Parser<Q> parser, Function<Q, ByteString> path, Function<Q, List<XAttrProto>> wanted, R answer)
        implements ReadOperation<Q, R> {
    /** HDFS's one attribute in the name space "security" that users may ask for. */
    private static final String UNREADABLE = "hdfs.unreadable.by.superuser";

    static ReadXAttrsOperation<GetXAttrsRequestProto, GetXAttrsResponseProto> get() {
        return new ReadXAttrsOperation<>(
                GetXAttrsRequestProto.parser(),
                GetXAttrsRequestProto::getSrcBytes,
                GetXAttrsRequestProto::getXAttrsList,
                GetXAttrsResponseProto.getDefaultInstance());
    }

    static ReadXAttrsOperation<ListXAttrsRequestProto, ListXAttrsResponseProto> list() {
        return new ReadXAttrsOperation<>(
                ListXAttrsRequestProto.parser(),
                ListXAttrsRequestProto::getSrcBytes,
                request -> List.of(),
                ListXAttrsResponseProto.getDefaultInstance());
    }

    @Override
    public R execute(CallContext call, Transaction tx, Q request) {
        PermissionChecker checker = new PermissionChecker(call);
        wanted.apply(request).forEach(attribute -> requireMayAsk(checker, attribute));
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.path(path.apply(request)));
        checker.requireTraverse(at).requireTarget(at, Access.READ);
        at.requireExists("cannot find ");
        if (!wanted.apply(request).isEmpty()) {
            throw new FsException(ErrorCode.IO_ERROR, "At least one of the attributes provided was not found.");
        }
        return answer;
    }

    private static void requireMayAsk(PermissionChecker checker, XAttrProto attribute) {
        XAttrNamespaceProto space = attribute.getNamespace();
        boolean allowed = space == XAttrNamespaceProto.USER
                || (space == XAttrNamespaceProto.TRUSTED && checker.isExempt())
                || (space == XAttrNamespaceProto.SECURITY && attribute.getName().equals(UNREADABLE));
        if (!allowed) {
            throw new FsException(
                    ErrorCode.ACCESS_DENIED,
                    "User doesn't have permission for xattr: " + space.name().toLowerCase(Locale.ROOT) + "."
                            + attribute.getName());
        }
    }
}
