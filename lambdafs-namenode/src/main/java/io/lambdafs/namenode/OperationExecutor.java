package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.membership.WriterIdentity;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.thirdparty.protobuf.MessageLite;

/** Runs operations in transactions: reads as they come, writes at most once for each request id. Thread-safe. */
public final class OperationExecutor {
    private final TransactionRunner runner;
    private final WriterIdentity writer;
    private final Consumer<List<INodeId>> emptier;

    /**
     * An executor.
     *
     * @param emptier is given the roots of detached subtrees once their detachment is committed; must not block, and
     *     may ignore them: they stay known to the store
     */
    public OperationExecutor(TransactionRunner runner, WriterIdentity writer, Consumer<List<INodeId>> emptier) {
        this.runner = requireNonNull(runner, "runner");
        this.writer = requireNonNull(writer, "writer");
        this.emptier = requireNonNull(emptier, "emptier");
    }

    /** Runs a reading operation, and returns its response in protobuf's encoding. */
    <Q extends MessageLite> byte[] read(ReadOperation<Q, ?> operation, CallContext call, Q request) {
        return runner.read(tx -> operation.execute(call, tx, request)).toByteArray();
    }

    /**
     * Runs a writing operation unless the request was carried out before, and returns its response.
     *
     * @param inTime throws when the client no longer waits; asked at each attempt, because a process that was frozen in
     *     the middle of one begins the next much later
     */
    <Q extends MessageLite> byte[] write(WriteOperation<Q, ?> operation, CallContext call, Q request, Runnable inTime) {
        operation.prepare();
        WriterId name = writer.current();
        ChangeSet changes = new ChangeSet();
        try {
            byte[] response = runner.writeOnce(name, call.requestId(), tx -> {
                inTime.run();
                changes.clear();
                return execute(operation, call, tx, request, changes);
            });
            List<INodeId> detached = changes.detachedRoots();
            if (!detached.isEmpty()) {
                emptier.accept(detached);
            }
            return response;
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.FENCED) {
                writer.fenced(name);
            }
            throw e;
        }
    }

    /**
     * Everything between the begin and the recording of the outcome. Caches that must forget what {@code changes} names
     * are to be told at the end of this: the operation holds its locks, nothing is committed.
     */
    private static <Q extends MessageLite> byte[] execute(
            WriteOperation<Q, ?> operation, CallContext call, Transaction tx, Q request, ChangeSet changes) {
        try {
            return operation.execute(call, tx, request, changes).toByteArray();
        } catch (StoreException e) {
            throw e.kind() == StoreException.Kind.DUPLICATE_KEY ? PathChange.retriable(e) : e;
        }
    }
}
