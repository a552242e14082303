package io.lambdafs.namenode.op.namespace;

import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ReadOperation;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Transaction;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclResponseProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * removeAcl, removeDefaultAcl and removeAclEntries: change nothing, because there are no entries to remove, for the owner of
 * a file or directory.
 *
 * @param path takes the path out of the request
 * @param entries takes the entries out of the request, if it names some
 */
record RemoveAclOperation<Q extends MessageLite, R extends MessageLite>(
        Parser<Q> parser, Function<Q, ByteString> path, Function<Q, List<AclEntryProto>> entries, R answer)
        implements ReadOperation<Q, R> {
    static RemoveAclOperation<RemoveAclRequestProto, RemoveAclResponseProto> all() {
        return new RemoveAclOperation<>(
                RemoveAclRequestProto.parser(),
                RemoveAclRequestProto::getSrcBytes,
                request -> List.of(),
                RemoveAclResponseProto.getDefaultInstance());
    }

    static RemoveAclOperation<RemoveDefaultAclRequestProto, RemoveDefaultAclResponseProto> ofDefaults() {
        return new RemoveAclOperation<>(
                RemoveDefaultAclRequestProto.parser(),
                RemoveDefaultAclRequestProto::getSrcBytes,
                request -> List.of(),
                RemoveDefaultAclResponseProto.getDefaultInstance());
    }

    static RemoveAclOperation<RemoveAclEntriesRequestProto, RemoveAclEntriesResponseProto> named() {
        return new RemoveAclOperation<>(
                RemoveAclEntriesRequestProto.parser(),
                RemoveAclEntriesRequestProto::getSrcBytes,
                RemoveAclEntriesRequestProto::getAclSpecList,
                RemoveAclEntriesResponseProto.getDefaultInstance());
    }

    @Override
    public R execute(CallContext call, Transaction tx, Q request) {
        ResolvedPath at = PathLocks.in(tx).resolve(RequestText.pathToChange(path.apply(request)));
        PermissionChecker.ofOwner(call).requireTraverse(at).requireOwner(at);
        new AclEntries(at.path(), entries.apply(request)).requireRemovable();
        return answer;
    }
}
