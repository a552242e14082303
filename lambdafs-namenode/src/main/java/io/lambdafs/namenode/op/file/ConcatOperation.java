package io.lambdafs.namenode.op.file;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.encryption.Zone;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ReservedNames;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.store.Detail;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.ConcatResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/** concat: puts the blocks of files at the end of another file in the same directory, and deletes the emptied files. */
final class ConcatOperation implements WriteOperation<ConcatRequestProto, ConcatResponseProto> {
    private static final int MAX_SOURCES = 10_000;

    @Override
    public Parser<ConcatRequestProto> parser() {
        return ConcatRequestProto.parser();
    }

    @Override
    public FsPath subject(ConcatRequestProto request) {
        return RequestText.path(request.getTrgBytes());
    }

    @Override
    public ConcatResponseProto execute(
            CallContext call, Transaction tx, ConcatRequestProto request, ChangeSet changes) {
        requireSources(request);
        PathLocks locks = PathLocks.in(tx);
        PermissionChecker checker = new PermissionChecker(call);
        ResolvedPath target = locks.lock(ReservedNames.requireNotRelative(subject(request)), LockScope.ENTRY);
        checker.requireTraverse(target).requireTarget(target, Access.WRITE);
        RegularFile file = requireTarget(target);
        List<ResolvedPath> sources = new ArrayList<>();
        for (int i = 0; i < request.getSrcsCount(); i++) {
            ResolvedPath source =
                    locks.resolve(ReservedNames.requireNotRelative(RequestText.path(request.getSrcsBytes(i))));
            checker.requireTraverse(source).requireTarget(source, Access.READ);
            // A source is deleted, which the sticky bit keeps for its owner.
            checker.requireNotStuck(source).requireParent(source, Access.WRITE);
            requireSource(source, target, file);
            sources.add(source);
        }
        List<RegularFile> taken = lock(tx, sources);
        requireNotInSnapshot(tx, sources, taken);
        Quotas.joined(tx, target, join(call, tx, file, taken), sources);
        Directory parent = target.requireParent();
        tx.inodes().update(parent.withEntries(-sources.size(), call.nowMillis()));
        changes.changed(target.path());
        changes.timesChanged(target.path().parent(), parent);
        changes.happens(NamespaceEvents.appended(target.path(), false));
        for (ResolvedPath source : sources) {
            changes.changed(source.path());
            changes.happens(NamespaceEvents.unlinked(source.path(), call.nowMillis()));
        }
        // HDFS does not say how long it is, either.
        changes.happens(NamespaceEvents.closed(target.path(), -1, call.nowMillis()));
        return ConcatResponseProto.getDefaultInstance();
    }

    private static void requireSources(ConcatRequestProto request) {
        if (request.getTrg().isEmpty()) {
            throw invalid("Target file name is empty");
        }
        if (request.getSrcsCount() == 0) {
            throw invalid("No sources given");
        }
        if (request.getSrcsCount() > MAX_SOURCES) {
            throw invalid(request.getSrcsCount() + " sources are more than " + MAX_SOURCES);
        }
    }

    private static RegularFile requireTarget(ResolvedPath target) {
        RegularFile file = target.requireFile();
        if (Zone.of(target).isPresent()) {
            throw invalid("concat can not be called for files in an encryption zone.");
        }
        if (file.isUnderConstruction()) {
            throw invalid("concat: target file " + target.path() + " is under construction");
        }
        return file;
    }

    private static void requireSource(ResolvedPath source, ResolvedPath target, RegularFile file) {
        RegularFile from = source.requireFile();
        if (!from.parent().equals(file.parent())) {
            throw invalid(
                    "Source file " + source.path() + " is not in the same directory with the target " + target.path());
        }
        if (from.id().equals(file.id())) {
            throw invalid(
                    "concat: the src file " + source.path() + " is the same with the target file " + target.path());
        }
        if (from.blockSize() > file.blockSize()) {
            throw invalid("concat: source file " + source.path() + " has preferred block size " + from.blockSize()
                    + " which is greater than the target file's preferred block size " + file.blockSize());
        }
        requireClosedAndNotEmpty(source, from);
    }

    private static void requireClosedAndNotEmpty(ResolvedPath source, RegularFile from) {
        if (from.isUnderConstruction() || from.length() == 0) {
            throw invalid("concat: source file " + source.path() + " is invalid or empty or underConstruction");
        }
    }

    /*
     * The parent is held EXCLUSIVE, so nothing comes into it or leaves it, and its mode stays. Since the sources were
     * looked up, one may have been opened for append, or given to another user.
     */
    private static List<RegularFile> lock(Transaction tx, List<ResolvedPath> sources) {
        Set<INodeId> ids = new HashSet<>();
        for (ResolvedPath source : sources) {
            if (!ids.add(source.last().id())) {
                throw invalid("concat: at least two of the source files are the same");
            }
        }
        Map<INodeId, INode> locked =
                tx
                        .inodes()
                        .lock(ids.stream()
                                .sorted()
                                .map(id -> new RowLock(id, LockMode.EXCLUSIVE))
                                .toList())
                        .stream()
                        .collect(Collectors.toMap(INode::id, inode -> inode));
        List<RegularFile> files = new ArrayList<>();
        for (ResolvedPath source : sources) {
            INode present = locked.get(source.last().id());
            if (!(present instanceof RegularFile file) || !file.equals(source.last())) {
                throw PathChange.retriable(source.path().toString());
            }
            files.add(file);
        }
        return files;
    }

    private static void requireNotInSnapshot(Transaction tx, List<ResolvedPath> sources, List<RegularFile> files) {
        for (int i = 0; i < files.size(); i++) {
            if (tx.isInSnapshot(files.get(i))) {
                throw new FsException(
                        ErrorCode.SNAPSHOT,
                        "Concat: the source file " + sources.get(i).path() + " is in snapshot");
            }
        }
    }

    private static OpenFile join(CallContext call, Transaction tx, RegularFile target, List<RegularFile> sources) {
        OpenFile joined = OpenFile.of(tx, target);
        for (RegularFile source : sources) {
            OpenFile taken = OpenFile.of(tx, source);
            if (source.replication() != target.replication()) {
                tx.work()
                        .checkReplication(
                                taken.blocks().stream().map(block -> block.id()).toList());
            }
            joined.take(taken);
        }
        tx.inodes().delete(sources.stream().map(RegularFile::id).toList());
        Detail.deleteOf(tx, sources);
        joined.close(call.nowMillis());
        return joined;
    }

    private static FsException invalid(String message) {
        return new FsException(ErrorCode.INVALID_ARGUMENT, message);
    }
}
