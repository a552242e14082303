package io.lambdafs.namenode.membership;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** A store whose next call fails, when told so, by an exception that no store is expected to throw. */
public final class BreakingStore implements MetadataStore {
    private final MetadataStore store;
    private Runnable meanwhile = () -> {};
    private boolean breaks;

    public BreakingStore(MetadataStore store) {
        this.store = store;
    }

    /** Makes the next call fail. */
    public void breakNext() {
        breakNext(() -> {});
    }

    /** Makes the next call fail after this has been run. */
    public void breakNext(Runnable first) {
        meanwhile = first;
        breaks = true;
    }

    private MetadataStore whole() {
        if (breaks) {
            breaks = false;
            meanwhile.run();
            throw new IllegalStateException("this store was told to break");
        }
        return store;
    }

    @Override
    public ClusterIdentity identity() {
        return whole().identity();
    }

    @Override
    public Transaction beginRead() {
        return whole().beginRead();
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        return whole().beginWrite(writer);
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        return whole().beginWrite(writer, request);
    }

    @Override
    public WriterId registerWriter(String label) {
        return whole().registerWriter(label);
    }

    @Override
    public void fence(WriterId writer, Duration bound) {
        whole().fence(writer, bound);
    }

    @Override
    public List<Writer> writers() {
        return whole().writers();
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return whole().openWriters(suspects);
    }

    @Override
    public int deployments(int first) {
        return whole().deployments(first);
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        return whole().changeDeployments(from, to);
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        return whole().reserve(sequence, count, floor);
    }

    @Override
    public void close() {
        store.close();
    }
}
