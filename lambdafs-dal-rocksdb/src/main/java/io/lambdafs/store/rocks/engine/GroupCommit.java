package io.lambdafs.store.rocks.engine;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.maintenance.StoreFigure;
import io.lambdafs.store.rocks.keyvalue.BatchRow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The batch that is being written, and the changes that wait for the next batch. */
final class GroupCommit {
    private final int changesPerBatch;
    private final Deque<Pending> collecting = new ArrayDeque<>();
    private final List<Pending> writing = new ArrayList<>();
    private long batches;
    private long transactions;
    private long largest;

    /** Changes that become durable together, and what follows then. Sealed once, or failed before that. */
    interface Pending {
        /** The changes, which are in a batch from now on. */
        List<BatchRow> seal();

        /** They are durable and visible. */
        void written();

        /** They are not durable, or it is not known; the reason says which. */
        void failed(StoreException why);
    }

    GroupCommit(int changesPerBatch) {
        this.changesPerBatch = changesPerBatch;
    }

    void add(Pending pending) {
        collecting.add(pending);
    }

    /** The next batch to write, if there is one and none is being written. */
    Optional<List<BatchRow>> next() {
        if (!writing.isEmpty() || collecting.isEmpty()) {
            return Optional.empty();
        }
        List<BatchRow> batch = new ArrayList<>();
        while (!collecting.isEmpty() && batch.size() < changesPerBatch) {
            Pending pending = collecting.remove();
            batch.addAll(pending.seal());
            writing.add(pending);
        }
        return Optional.of(batch);
    }

    /** Those of the batch that was written, in their order. */
    List<Pending> written() {
        List<Pending> done = List.copyOf(writing);
        writing.clear();
        batches++;
        transactions += done.size();
        largest = Math.max(largest, done.size());
        return done;
    }

    /** All that are not durable. */
    List<Pending> abandon() {
        List<Pending> all = new ArrayList<>(writing);
        all.addAll(collecting);
        writing.clear();
        collecting.clear();
        return all;
    }

    /** What has been written since this was made. */
    List<StoreFigure> figures() {
        return List.of(
                StoreFigure.count("batches since the start", batches),
                StoreFigure.count("commits since the start", transactions),
                StoreFigure.count("commits in the largest batch", largest));
    }

    boolean isEmpty() {
        return writing.isEmpty() && collecting.isEmpty();
    }
}
