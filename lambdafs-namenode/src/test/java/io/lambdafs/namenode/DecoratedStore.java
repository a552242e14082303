package io.lambdafs.namenode;

import io.lambdafs.store.ClusterIdentity;
import io.lambdafs.store.IdRange;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.Sequence;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriteHint;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.changefeed.ChangeFeed;
import io.lambdafs.wire.RequestId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A store whose transactions are decorated. */
record DecoratedStore(MetadataStore store, UnaryOperator<Transaction> decoration) implements MetadataStore {
    @Override
    public ClusterIdentity identity() {
        return store.identity();
    }

    @Override
    public Optional<ChangeFeed> changeFeed() {
        return store.changeFeed();
    }

    @Override
    public Transaction beginRead() {
        return decoration.apply(store.beginRead());
    }

    @Override
    public Transaction beginWrite(WriterId writer) {
        return decoration.apply(store.beginWrite(writer));
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request) {
        return decoration.apply(store.beginWrite(writer, request));
    }

    @Override
    public Transaction beginWrite(WriterId writer, RequestId request, WriteHint hint) {
        return decoration.apply(store.beginWrite(writer, request, hint));
    }

    @Override
    public WriterId registerWriter(String label) {
        return store.registerWriter(label);
    }

    @Override
    public void fence(WriterId writer, Duration bound) {
        store.fence(writer, bound);
    }

    @Override
    public List<Writer> writers() {
        return store.writers();
    }

    @Override
    public List<Writer> openWriters(Predicate<Writer> suspects) {
        return store.openWriters(suspects);
    }

    @Override
    public int deployments(int first) {
        return store.deployments(first);
    }

    @Override
    public boolean changeDeployments(int from, int to) {
        return store.changeDeployments(from, to);
    }

    @Override
    public IdRange reserve(Sequence sequence, int count, long floor) {
        return store.reserve(sequence, count, floor);
    }

    @Override
    public void close() {
        store.close();
    }
}
