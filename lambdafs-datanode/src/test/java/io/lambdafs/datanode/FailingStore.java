package io.lambdafs.datanode;

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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** A store that does not answer while it is switched off. */
final class FailingStore implements MetadataStore {
    private final MetadataStore store;
    private final AtomicBoolean down = new AtomicBoolean();
    private final AtomicInteger refused = new AtomicInteger();

    FailingStore(MetadataStore store) {
        this.store = store;
    }

    void switchOff() {
        down.set(true);
    }

    void switchOn() {
        down.set(false);
    }

    int refused() {
        return refused.get();
    }

    private MetadataStore reached() {
        if (down.get()) {
            refused.incrementAndGet();
            throw new StoreException(StoreException.Kind.UNAVAILABLE, "switched off");
        }
        return store;
    }

    @Override
    public ClusterIdentity identity() {
        return store.identity();
    }

    @Override
    public Transaction beginRead() {
        return reached().beginRead();
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        return reached().beginWrite(writer);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        return reached().beginWrite(writer, request);
    }

    @Override
    public WriterId registerWriter(String label) {
        return reached().registerWriter(label);
    }

    @Override
    public void fence(WriterId writer, Duration bound) {
        reached().fence(writer, bound);
    }

    @Override
    public List<Writer> writers() {
        return reached().writers();
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return reached().openWriters(suspects);
    }

    @Override
    public int deployments(int first) {
        return reached().deployments(first);
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        return reached().changeDeployments(from, to);
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        return reached().reserve(sequence, count, floor);
    }

    @Override
    public void close() {
        store.close();
    }
}
