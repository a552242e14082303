package io.lambdafs.store.rocks;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.rocks.operation.Done;
import io.lambdafs.store.rocks.operation.Opening;
import io.lambdafs.store.rocks.operation.TableOperation;
import io.lambdafs.store.rocks.operation.TransactionOperations;
import io.lambdafs.store.volume.VolumeStore;
import io.lambdafs.wire.RequestId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A transaction of the engine. Used by one thread at a time. */
final class WriteSession implements EngineSession {
    private final EngineLink link;
    private final LinkedTransaction transaction;
    private @Nullable StoreException failure;
    private @Nullable String end;

    private WriteSession(EngineLink link, LinkedTransaction transaction) {
        this.link = link;
        this.transaction = transaction;
    }

    /** Begins a transaction, and with it does what the hint says. */
    static RocksTransaction begin(EngineLink link, WriterId writer, Optional<RequestId> request, WriteHint hint) {
        EngineLink.Begun begun = link.begin(writer, Opening.of(request, hint));
        return new RocksTransaction(new WriteSession(link, begun.transaction()), request, begun.prefetched());
    }

    @Override
    public <A, R> R ask(TableOperation<A, R> operation, A argument) {
        return ask(operation, argument, false);
    }

    private <A, R> R ask(TableOperation<A, R> operation, A argument, boolean commit) {
        requireOpen();
        try {
            return transaction.ask(operation, argument, commit);
        } catch (StoreException e) {
            failure = e;
            transaction.rollBack();
            throw e;
        }
    }

    @Override
    public VolumeStore volumes() {
        return new EngineVolumes(link);
    }

    @Override
    public <A> void later(TableOperation<A, Done> change, A argument) {
        requireOpen();
        transaction.later(change, argument);
        if (transaction.isFull()) {
            ask(TransactionOperations.NOTHING, Done.DONE);
        }
    }

    private void requireOpen() {
        StoreException failed = failure;
        if (failed != null) {
            throw new StoreException(failed.kind(), "the transaction has ended", failed);
        }
        String ended = end;
        if (ended != null) {
            throw new StoreException(Kind.INTERNAL, ended);
        }
    }

    void commit() {
        ask(TransactionOperations.NOTHING, Done.DONE, true);
        end = "the transaction has been committed";
    }

    void close() {
        if (end == null && failure == null) {
            end = "the transaction has been closed";
            transaction.rollBack();
        }
    }
}
