package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.foresight.LockHints;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestId;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** Runs writing operations in transactions, at most once for each request id. Thread-safe. */
public final class OperationExecutor {
    /** A path may be a file at one attempt and a directory at the next, but hardly again and again. */
    private static final int MAX_PREPARED_ATTEMPTS = 10;

    private static final int MAX_QUIESCES = 4;

    private final TransactionRunner runner;
    private final WriterIdentity writer;
    private final WriteGate gate;
    private final Consumer<List<INodeId>> emptier;

    /**
     * An executor.
     *
     * @param gate what a write must pass before it commits
     * @param emptier is given the roots of detached subtrees once their detachment is committed; must not block, and
     *     may ignore them: they stay known to the store
     */
    public OperationExecutor(
            TransactionRunner runner, WriterIdentity writer, WriteGate gate, Consumer<List<INodeId>> emptier) {
        this.runner = requireNonNull(runner, "runner");
        this.writer = requireNonNull(writer, "writer");
        this.gate = requireNonNull(gate, "gate");
        this.emptier = requireNonNull(emptier, "emptier");
    }

    /**
     * Runs a writing operation unless the request was carried out before, and returns its response. Where another submission
     * of the request may be under way, a refusal is recorded like a response, so that it holds for that one as well.
     *
     * @param inTime throws when the request must not begin any more at this time of the store's clock, in milliseconds
     * @param unchanged is run at the end if the operation found nothing that a cache would have to forget
     */
    public <Q extends MessageLite> byte[] write(
            WriteOperation<Q, ?> operation, CallContext call, Q request, LongConsumer inTime, Runnable unchanged) {
        prepare(operation, request);
        gate.awaitReady();
        WriterId name = writer.current();
        RequestedWrite write = new RequestedWrite(gate, name, inTime, task(operation, call, request));
        try {
            byte[] response = RecordedRefusal.responseIn(settled(call, name, write, inTime));
            if (write.changesNothing()) {
                unchanged.run();
            }
            return response;
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.FENCED) {
                writer.fenced(name);
            }
            throw e;
        } finally {
            write.abandoned();
        }
    }

    /** Asks the store's clock; in milliseconds since the epoch. */
    long storeMillis() {
        return runner.read(Transaction::nowMillis);
    }

    private static <Q extends MessageLite> void prepare(WriteOperation<Q, ?> operation, Q request) {
        try {
            operation.prepare(request);
        } catch (FsException refusedLater) {
            // In the transaction, where every other refusal is.
        }
    }

    private static <Q extends MessageLite> RequestedWrite.Task task(
            WriteOperation<Q, ?> operation, CallContext call, Q request) {
        return new RequestedWrite.Task(
                subjectOf(operation, request),
                // What became of an earlier submission is known before anything need be locked.
                call.resubmission() ? LockHints.NOTHING : foresightOf(operation, request),
                (tx, changes) -> operation.execute(call, tx, request, changes).toByteArray());
    }

    /** What is no path is refused where every other refusal is, in the transaction. */
    private static <Q extends MessageLite> FsPath subjectOf(WriteOperation<Q, ?> operation, Q request) {
        try {
            return operation.subject(request);
        } catch (FsException notAPath) {
            return FsPath.ROOT;
        }
    }

    private static <Q extends MessageLite> LockHints foresightOf(WriteOperation<Q, ?> operation, Q request) {
        try {
            return operation.foresee(request);
        } catch (FsException refusedLater) {
            return LockHints.NOTHING;
        }
    }

    private byte[] settled(CallContext call, WriterId name, RequestedWrite write, LongConsumer inTime) {
        try {
            byte[] outcome = attempt(call.requestId(), name, write);
            write.decided();
            if (!write.detached().isEmpty()) {
                emptier.accept(write.detached());
            }
            return outcome;
        } catch (FsException refused) {
            if (!call.resubmission() || refused.code().kind() != ErrorCode.Kind.USER) {
                throw refused;
            }
            byte[] outcome = RecordedRefusal.of(refused).encode();
            return runner.writeOnce(name, call.requestId(), tx -> {
                inTime.accept(tx.nowMillis());
                return outcome;
            });
        }
    }

    private byte[] attempt(RequestId request, WriterId name, RequestedWrite write) {
        int quiesces = 0;
        for (int attempts = 0; ; attempts++) {
            try {
                return runner.writeOnce(name, request, write);
            } catch (NotPrepared first) {
                if (attempts >= MAX_PREPARED_ATTEMPTS) {
                    throw new FsException(
                            ErrorCode.OVERLOADED, "others took what was prepared: send the request again");
                }
                first.prepare();
            } catch (SubtreeNotQuiesced subtree) {
                if (quiesces == MAX_QUIESCES) {
                    throw PathChange.retriable(subtree.scope().prefixes().toString());
                }
                quiesces++;
                write.quiesceFirst(subtree.scope());
            }
        }
    }
}
