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
                IdRange range = store.reserve(sequence, rangeSize);
                next = range.first();
                end = range.first() + range.count();
            }
            return next++;
        } finally {
            lock.unlock();
        }
    }
}
