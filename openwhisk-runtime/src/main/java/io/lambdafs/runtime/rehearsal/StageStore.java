package io.lambdafs.runtime.rehearsal;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** A store whose namespace is {@link StageNamespace}. It can be read only, and knows no writer. Thread-safe. */
final class StageStore implements MetadataStore {
    private static final WriterId NOBODY = new WriterId(1);
    private static final ClusterIdentity IDENTITY = new ClusterIdentity(1, "rehearsal", "rehearsal", 1);

    private final StageNamespace namespace = new StageNamespace();

    static StoreException readOnly() {
        return new StoreException(StoreException.Kind.INTERNAL, "a rehearsal reads only");
    }

    @Override
    public ClusterIdentity identity() {
        return IDENTITY;
    }

    @Override
    public Transaction beginRead() {
        return new StageTransaction(namespace);
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        throw readOnly();
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        throw readOnly();
    }

    @Override
    public WriterId registerWriter(String label) {
        return NOBODY;
    }

    @Override
    public void fence(WriterId writer, Duration bound) {
        // It never writes.
    }

    @Override
    public List<Writer> writers() {
        return List.of();
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return List.of();
    }

    @Override
    public int deployments(int first) {
        return first;
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        throw readOnly();
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        throw readOnly();
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
