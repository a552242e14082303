package io.lambdafs.store;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** Hands out the numbers of one sequence, one at a time, from ranges that it fetches from the store. Thread-safe. */
public final class IdSource {
    private final MetadataStore store;
    private final Sequence sequence;
    private final int rangeSize;
    private final LongSupplier floor;
    private final ReentrantLock lock = new ReentrantLock();
    private long next;
    private long end;

    /** A source that fetches this many numbers at a time; those not used when the process ends are lost. */
    public IdSource(MetadataStore store, Sequence sequence, int rangeSize) {
        this(store, sequence, rangeSize, () -> Long.MIN_VALUE);
    }

    private IdSource(MetadataStore store, Sequence sequence, int rangeSize, LongSupplier floor) {
        this.store = store;
        this.sequence = sequence;
        this.rangeSize = rangeSize;
        this.floor = floor;
    }

    /**
     * A source of numbers that DataNodes keep on their disks: each is at least the time, in microseconds since 1970, at
     * which its range was fetched. Without that, a store that was restored from a backup would hand out numbers again
     * that are on those disks. A DataNode would then refuse a new block because it has an old one with its number, or
     * an old block would pass for the new one. The time has gone on since the backup, so no number repeats.
     */
    public static IdSource timed(MetadataStore store, Sequence sequence, int rangeSize, InstantSource clock) {
        return new IdSource(store, sequence, rangeSize, () -> micros(clock.instant()));
    }

    private static long micros(Instant time) {
        return TimeUnit.SECONDS.toMicros(time.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(time.getNano());
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

    /** Numbers that follow one another; fetches a range when fewer are left. Throws what {@link MetadataStore#reserve} does. */
    public IdRange range(int count) {
        lock.lock();
        try {
            if (end - next < count) {
                fetch(Math.max(rangeSize, count));
            }
            IdRange taken = new IdRange(next, count);
            next += count;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * A number above all that any process has handed out, straight from the store. Those from ranges are not: what this
     * process has left of its range may be below what others have handed out meanwhile.
     */
    public long newest() {
        return store.reserve(sequence, 1, floor.getAsLong()).first();
    }

    /**
     * Fetches a range now if fewer numbers than this are left. For callers that are about to begin a transaction: if many did so
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
        IdRange range = store.reserve(sequence, count, floor.getAsLong());
        next = range.first();
        end = range.first() + range.count();
    }
}
