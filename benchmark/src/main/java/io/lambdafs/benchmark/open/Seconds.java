package io.lambdafs.benchmark.open;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.ConcurrentHistogram;

/** What happened in each second of a run; what happens after the last one counts as of the last. Thread-safe. */
final class Seconds {
    private static final int DIGITS = 2;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int length;
    private final AtomicLongArray started;
    private final AtomicLongArray completed;
    private final AtomicLongArray failed;
    private final AtomicLongArray lastDone;
    private final List<ConcurrentHistogram> byCompletion = new ArrayList<>();
    private final List<ConcurrentHistogram> byDue = new ArrayList<>();

    Seconds(int length) {
        this.length = length;
        this.started = new AtomicLongArray(length);
        this.completed = new AtomicLongArray(length);
        this.failed = new AtomicLongArray(length);
        this.lastDone = new AtomicLongArray(length);
        for (int i = 0; i < length; i++) {
            byCompletion.add(new ConcurrentHistogram(DIGITS));
            byDue.add(new ConcurrentHistogram(DIGITS));
        }
    }

    int length() {
        return length;
    }

    void begun(long nanos) {
        started.incrementAndGet(second(nanos));
    }

    /** An operation that was due at one time has ended at another, both in nanoseconds after the beginning. */
    void ended(long dueNanos, long nanos, boolean successfully) {
        int second = second(nanos);
        int due = second(dueNanos);
        lastDone.accumulateAndGet(due, nanos / NANOS_PER_MICRO, Math::max);
        if (!successfully) {
            failed.incrementAndGet(second);
            return;
        }
        completed.incrementAndGet(second);
        long micros = Math.max(0, nanos - dueNanos) / NANOS_PER_MICRO;
        byCompletion.get(second).recordValue(micros);
        byDue.get(due).recordValue(micros);
    }

    long started(int second) {
        return started.get(second);
    }

    long completed(int second) {
        return completed.get(second);
    }

    long failed(int second) {
        return failed.get(second);
    }

    /** When the last of the operations that were due in a second ended, in microseconds after the beginning; 0 if none did. */
    long lastDoneMicros(int second) {
        return lastDone.get(second);
    }

    /** The latency that so many percent did not exceed, in microseconds; not a number if there is none. */
    static double percentileMicros(AbstractHistogram latencies, double percent) {
        return latencies.getTotalCount() == 0 ? Double.NaN : latencies.getValueAtPercentile(percent);
    }

    /** Latencies of the operations that ended in a second. */
    ConcurrentHistogram byCompletion(int second) {
        return byCompletion.get(second);
    }

    /** Latencies of the operations that were due in a second. */
    ConcurrentHistogram byDue(int second) {
        return byDue.get(second);
    }

    private int second(long nanos) {
        return (int) Math.min(length - 1, Math.max(0, nanos / NANOS_PER_SECOND));
    }
}
