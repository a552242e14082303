package io.lambdafs.store;

import java.util.concurrent.locks.ReentrantLock;

/** Hands out the numbers of one sequence, one at a time, from ranges that it fetches from the store. Thread-safe. */
public final class IdSource {
    private final MetadataStore store;
    private final Sequence sequence;
    private final int rangeSize;
    private final ReentrantLock lock = new ReentrantLock();
    private long next;
    private long end;

    /** A source that fetches this many numbers at a time; those not used when the process ends are lost. */
    public IdSource(MetadataStore store, Sequence sequence, int rangeSize) {
        this.store = store;
        this.sequence = sequence;
        this.rangeSize = rangeSize;
    }

    /** The next number; fetches a range when the last one is used up. Throws what {@link MetadataStore#reserve} does. */
    public long next() {
        lock.lock();
        try {
            if (next == end) {
                fetch(rangeSize);
            }
            return next++;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A number above all that any process has handed out, straight from the store. Those from ranges are not: what this
     * process has left of its range may be below what others have handed out meanwhile.
     */
    public long newest() {
        return store.reserve(sequence, 1).first();
    }

    /**
     * Fetches a range now if fewer numbers than this are left. For who is about to begin a transaction: if many did so
     * and then asked for a number, they would hold all connections while one of them waits for another.
     */
    public void ensure(int count) {
        lock.lock();
        try {
            if (end - next < count) {
                fetch(Math.max(rangeSize, count));
            }
        } finally {
            lock.unlock();
        }
    }

    private void fetch(int count) {
        IdRange range = store.reserve(sequence, count);
        next = range.first();
        end = range.first() + range.count();
    }
}
