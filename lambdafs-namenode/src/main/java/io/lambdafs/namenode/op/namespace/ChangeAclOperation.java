package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Permission;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.Foresight;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.store.Transaction;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclResponseProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * setAcl and modifyAclEntries: change the mode of a file or directory by its owner; entries that a mode cannot say are
 * refused.
 *
 * @param path takes the path out of the request
 * @param entries takes the entries out of the request
 * @param rule what the entries make of the present mode
 */
record ChangeAclOperation<Q extends MessageLite, R extends MessageLite>(
        Parser<Q> parser,
        Function<Q, ByteString> path,
        Function<Q, List<AclEntryProto>> entries,
        BiFunction<AclEntries, Permission, Permission> rule,
        R answer)
        implements WriteOperation<Q, R> {
    /** Replaces all entries. */
    static ChangeAclOperation<SetAclRequestProto, SetAclResponseProto> set() {
        return new ChangeAclOperation<>(
                SetAclRequestProto.parser(),
                SetAclRequestProto::getSrcBytes,
                SetAclRequestProto::getAclSpecList,
                AclEntries::replacing,
                SetAclResponseProto.getDefaultInstance());
    }

    /** Replaces the entries that the request names. */
    static ChangeAclOperation<ModifyAclEntriesRequestProto, ModifyAclEntriesResponseProto> modify() {
        return new ChangeAclOperation<>(
                ModifyAclEntriesRequestProto.parser(),
                ModifyAclEntriesRequestProto::getSrcBytes,
                ModifyAclEntriesRequestProto::getAclSpecList,
                AclEntries::mergedInto,
                ModifyAclEntriesResponseProto.getDefaultInstance());
    }

    @Override
    public FsPath subject(Q request) {
        return RequestText.pathToChange(path.apply(request));
    }

    @Override
    public Foresight foresee(Q request) {
        return Foresight.ofTarget(subject(request));
    }

    @Override
    public R execute(CallContext call, Transaction tx, Q request, ChangeSet changes) {
        FsPath at = subject(request);
        new ModeChange(call, tx, changes)
                .at(at, present -> rule.apply(new AclEntries(at, entries.apply(request)), present));
        return answer;
    }
}
