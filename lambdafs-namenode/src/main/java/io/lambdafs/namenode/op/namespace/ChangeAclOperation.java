package io.lambdafs.namenode.op.namespace;

import io.lambdafs.acl.AclChanges;
import io.lambdafs.acl.ModeAndAcl;
import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.message.AclMessages;
import io.lambdafs.namenode.path.PathLookup;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.ModifyAclEntriesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclEntriesResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveAclResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.RemoveDefaultAclResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.SetAclResponseProto;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * setAcl, modifyAclEntries, removeAclEntries, removeDefaultAcl and removeAcl: change the access control list of a file or
 * directory for its owner.
 *
 * @param path takes the path out of the request
 * @param entries takes the entries out of the request, if it has some
 * @param rule what the entries make of the present mode and list
 */
record ChangeAclOperation<Q extends MessageLite, R extends MessageLite>(
        Parser<Q> parser, Function<Q, ByteString> path, Function<Q, List<AclEntryProto>> entries, Rule rule, R answer)
        implements WriteOperation<Q, R> {
    /** What the entries of a request make of a mode and a list. */
    @FunctionalInterface
    interface Rule {
        ModeAndAcl apply(ModeAndAcl present, List<AclEntry> request);
    }

    /** Replaces all entries. */
    static ChangeAclOperation<SetAclRequestProto, SetAclResponseProto> set() {
        return new ChangeAclOperation<>(
                SetAclRequestProto.parser(),
                SetAclRequestProto::getSrcBytes,
                SetAclRequestProto::getAclSpecList,
                AclChanges::replace,
                SetAclResponseProto.getDefaultInstance());
    }

    /** Adds or replaces the entries that the request names. */
    static ChangeAclOperation<ModifyAclEntriesRequestProto, ModifyAclEntriesResponseProto> modify() {
        return new ChangeAclOperation<>(
                ModifyAclEntriesRequestProto.parser(),
                ModifyAclEntriesRequestProto::getSrcBytes,
                ModifyAclEntriesRequestProto::getAclSpecList,
                AclChanges::merge,
                ModifyAclEntriesResponseProto.getDefaultInstance());
    }

    /** Removes the entries that the request names. */
    static ChangeAclOperation<RemoveAclEntriesRequestProto, RemoveAclEntriesResponseProto> removeNamed() {
        return new ChangeAclOperation<>(
                RemoveAclEntriesRequestProto.parser(),
                RemoveAclEntriesRequestProto::getSrcBytes,
                RemoveAclEntriesRequestProto::getAclSpecList,
                AclChanges::remove,
                RemoveAclEntriesResponseProto.getDefaultInstance());
    }

    /** Removes the entries that are inherited. */
    static ChangeAclOperation<RemoveDefaultAclRequestProto, RemoveDefaultAclResponseProto> removeDefaults() {
        return new ChangeAclOperation<>(
                RemoveDefaultAclRequestProto.parser(),
                RemoveDefaultAclRequestProto::getSrcBytes,
                request -> List.of(),
                (present, none) -> AclChanges.removeDefaults(present),
                RemoveDefaultAclResponseProto.getDefaultInstance());
    }

    /** Removes the whole list. */
    static ChangeAclOperation<RemoveAclRequestProto, RemoveAclResponseProto> removeAll() {
        return new ChangeAclOperation<>(
                RemoveAclRequestProto.parser(),
                RemoveAclRequestProto::getSrcBytes,
                request -> List.of(),
                (present, none) -> present.withoutAcl(),
                RemoveAclResponseProto.getDefaultInstance());
    }

    @Override
    public FsPath subject(Q request) {
        return RequestText.pathToChange(path.apply(request));
    }

    @Override
    public LockHints foresee(Q request) {
        return LockHints.ofTarget(subject(request));
    }

    @Override
    public boolean mayChangeNothing() {
        return true;
    }

    @Override
    public Optional<R> answerIfUnchanged(CallContext call, ReadView view, Q request) {
        ResolvedPath at = PathLookup.in(view).resolveToList(subject(request));
        PermissionChecker.ofOwner(call).requireTraverse(at).requireOwner(at);
        INode inode = at.last();
        return changed(at.path(), inode, request).equals(inode.attributes()) ? Optional.of(answer) : Optional.empty();
    }

    @Override
    public R execute(CallContext call, Transaction tx, Q request, ChangeSet changes) {
        FsPath at = subject(request);
        new ModeChange(call, tx, changes).at(at, inode -> changed(at, inode, request));
        return answer;
    }

    private Attributes changed(FsPath at, INode inode, Q request) {
        Attributes attributes = inode.attributes();
        ModeAndAcl present =
                new ModeAndAcl(attributes.permission(), attributes.features().acl());
        ModeAndAcl changed = changed(at, present, request);
        if (!inode.isDirectory() && !changed.acl().defaultEntries().isEmpty()) {
            throw new FsException(
                    ErrorCode.INVALID_ACL,
                    "Invalid ACL: only directories may have a default ACL. Path: " + at + " Path: " + at);
        }
        return attributes
                .withPermission(changed.mode())
                .withFeatures(attributes.features().withAcl(changed.acl()));
    }

    /** The refusals say where they happened. */
    private ModeAndAcl changed(FsPath at, ModeAndAcl present, Q request) {
        try {
            return rule.apply(present, AclMessages.entries(entries.apply(request)));
        } catch (FsException e) {
            throw new FsException(e.code(), e.getMessage() + " Path: " + at);
        }
    }
}
