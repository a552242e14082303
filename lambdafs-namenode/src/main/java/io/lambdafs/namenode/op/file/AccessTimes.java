package io.lambdafs.namenode.op.file;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.OperationExecutor;
import io.lambdafs.namenode.WriteOperation;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.SetTimesResponseProto;
import org.apache.hadoop.thirdparty.protobuf.Parser;

/**
 * Notes when files were read, with a precision: as long as the time that is stored is younger, nothing is written. What
 * is written is a write of its own that no reader waits for, so a reader may still get the earlier time. Thread-safe.
 *
 * <p>A note may be lost: when too many are to be written, when the store is away, when this instance ends. The next reader makes it again.
 */
public final class AccessTimes {
    /** Notes nothing. */
    public static final AccessTimes NONE =
            new AccessTimes(Duration.ZERO, (operation, call, request) -> {}, task -> {}, new UUID(0, 0));

    private static final int MAX_WAITING = 256;

    private final long precisionMillis;
    private final Writes writes;
    private final Executor afterwards;
    private final UUID self;
    private final AtomicLong sequence = new AtomicLong();
    private final Set<INodeId> waiting = ConcurrentHashMap.newKeySet();

    /** Runs writing operations. */
    @FunctionalInterface
    private interface Writes {
        void run(
                WriteOperation<SetTimesRequestProto, SetTimesResponseProto> operation,
                CallContext call,
                SetTimesRequestProto request);
    }

    private AccessTimes(Duration precision, Writes writes, Executor afterwards, UUID self) {
        this.precisionMillis = precision.toMillis();
        this.writes = requireNonNull(writes, "writes");
        this.afterwards = requireNonNull(afterwards, "afterwards");
        this.self = requireNonNull(self, "self");
    }

    /**
     * Access times.
     *
     * @param precision zero to note nothing
     * @param afterwards runs what no answer has to wait for; may refuse
     * @param self names this instance among all that write
     */
    public static AccessTimes of(Duration precision, OperationExecutor executor, Executor afterwards, UUID self) {
        return new AccessTimes(
                precision,
                (operation, call, request) -> executor.write(operation, call, request, now -> {}, () -> {}),
                afterwards,
                self);
    }

    /** A file is read that is committed so. Never blocks. */
    public void read(CallContext call, FsPath path, RegularFile file) {
        if (!isOld(call, file) || waiting.size() >= MAX_WAITING || !waiting.add(file.id())) {
            return;
        }
        try {
            afterwards.execute(() -> note(call, path, file.id()));
        } catch (RejectedExecutionException tooMany) {
            waiting.remove(file.id());
        }
    }

    private boolean isOld(CallContext call, INode file) {
        return precisionMillis > 0 && call.nowMillis() > file.attributes().accessMillis() + precisionMillis;
    }

    private void note(CallContext reader, FsPath path, INodeId file) {
        CallContext call = new CallContext(
                reader.caller(),
                reader.authentication(),
                reader.superuser(),
                reader.permissionsChecked(),
                new RequestId(self, sequence.incrementAndGet()),
                false,
                true,
                reader.nowMillis());
        try {
            writes.run(new Note(path, file), call, SetTimesRequestProto.getDefaultInstance());
        } catch (FsException | StoreException lost) {
            // The next reader makes it again.
        } finally {
            waiting.remove(file);
        }
    }

    /** Writes the time of a call as the time of access, if the path still names the file and the time is still old. */
    private final class Note implements WriteOperation<SetTimesRequestProto, SetTimesResponseProto> {
        private final FsPath path;
        private final INodeId file;

        Note(FsPath path, INodeId file) {
            this.path = path;
            this.file = file;
        }

        @Override
        public Parser<SetTimesRequestProto> parser() {
            return SetTimesRequestProto.parser();
        }

        @Override
        public FsPath subject(SetTimesRequestProto request) {
            return path;
        }

        @Override
        public LockHints foresee(SetTimesRequestProto request) {
            return LockHints.ofTarget(path);
        }

        @Override
        public SetTimesResponseProto execute(
                CallContext call, Transaction tx, SetTimesRequestProto request, ChangeSet changes) {
            ResolvedPath at = PathLocks.in(tx).lock(path, LockScope.TARGET);
            if (at.exists() && at.last().id().equals(file) && isOld(call, at.last())) {
                INode inode = at.last();
                long modification = inode.attributes().modificationMillis();
                tx.inodes().update(inode.withAttributes(inode.attributes().withTimes(modification, call.nowMillis())));
                changes.changed(at.path());
            }
            return SetTimesResponseProto.getDefaultInstance();
        }
    }
}
