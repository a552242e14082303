package io.lambdafs.namenode.op.file;

import io.lambdafs.block.BlockInfo;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.lease.LeaseRecovery;
import io.lambdafs.lease.OpenFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.inotify.NamespaceEvents;
import io.lambdafs.namenode.path.Access;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.RequestText;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.quota.Quotas;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.TruncateResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * truncate: cuts a closed file. True where a block ends; false inside a block, which DataNodes shorten first: the file is under
 * construction until they have.
 */
final class TruncateOperation implements WriteOperation<TruncateRequestProto, TruncateResponseProto> {
    private final LeaseTakeover takeover;
    private final LeaseRecovery recovery;

    TruncateOperation(LeaseTakeover takeover, LeaseRecovery recovery) {
        this.takeover = takeover;
        this.recovery = recovery;
    }

    @Override
    public Parser<TruncateRequestProto> parser() {
        return TruncateRequestProto.parser();
    }

    @Override
    public FsPath subject(TruncateRequestProto request) {
        return RequestText.pathToChange(request.getSrcBytes());
    }

    @Override
    public TruncateResponseProto execute(
            CallContext call, Transaction tx, TruncateRequestProto request, ChangeSet changes) {
        long length = request.getNewLength();
        if (length < 0) {
            throw invalid("Cannot truncate to a negative file size: " + length + ".");
        }
        PathLocks locks = PathLocks.in(tx);
        ResolvedPath found = locks.resolve(subject(request));
        String client = ClientName.of(request.getClientName());
        takeover.requireClosed(
                new LeaseTakeover.Attempt(
                        "TRUNCATE_FILE", found.path(), client, call.caller().host()),
                tx,
                check(call, found));
        ResolvedPath at = locks.lock(found, LockScope.TARGET);
        RegularFile file = check(call, at);
        if (file.isUnderConstruction()) {
            throw PathChange.retriable(at.path().toString());
        }
        requireNotInSnapshot(tx, file, length);
        OpenFile open = OpenFile.of(tx, file);
        boolean closed = cut(call, tx, open, length);
        Quotas.changed(tx, at, open);
        changes.changed(at.path());
        changes.happens(NamespaceEvents.truncated(at.path(), length, call.nowMillis()));
        return TruncateResponseProto.newBuilder().setResult(closed).build();
    }

    private static void requireNotInSnapshot(Transaction tx, RegularFile file, long length) {
        if (length < file.length() && tx.isInSnapshot(file)) {
            throw new FsException(
                    ErrorCode.UNSUPPORTED_OPERATION,
                    "Truncating a file that a snapshot shows is not supported: delete the snapshot, or write the file anew.");
        }
    }

    private static RegularFile check(CallContext call, ResolvedPath at) {
        new PermissionChecker(call).requireTraverse(at).requireTarget(at, Access.WRITE);
        return at.requireFile();
    }

    /** Whether the cut is done. */
    private boolean cut(CallContext call, Transaction tx, OpenFile open, long length) {
        long present = open.file().length();
        if (length > present) {
            throw invalid("Cannot truncate to a larger file size. Current size: " + present + ", truncate size: "
                    + length + ".");
        }
        int kept = 0;
        long end = 0;
        for (BlockInfo block : open.blocks()) {
            if (end >= length) {
                break;
            }
            end += block.block().length();
            kept++;
        }
        if (length < present) {
            open.keepFirst(kept);
            if (end != length) {
                recovery.truncate(tx, open, length, call.caller().host());
                return false;
            }
            open.close(call.nowMillis());
        }
        return true;
    }

    private static FsException invalid(String message) {
        return new FsException(ErrorCode.INVALID_ARGUMENT, message);
    }
}
