package io.lambdafs.benchmark.harness.engine;

import static java.util.Objects.requireNonNull;

import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.harness.result.SecondResult;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.HdrHistogram.ConcurrentHistogram;

/** What all clients of a process see in each interval of a phase. What happens after the last one counts as of the last. Thread-safe. */
final class SecondRecorder {
    private static final int DIGITS = 2;

    private final long intervalNanos;
    private final int length;
    private final Map<Count, AtomicLongArray> counts = new EnumMap<>(Count.class);
    private final AtomicReferenceArray<ConcurrentHistogram> responses;

    /**
     * Nothing yet.
     *
     * @param nanos how long the phase is
     * @param intervalNanos how long an interval is
     */
    SecondRecorder(long nanos, long intervalNanos) {
        this.intervalNanos = intervalNanos;
        this.length = (int) Math.max(1, (nanos + intervalNanos - 1) / intervalNanos);
        this.responses = new AtomicReferenceArray<>(length);
        for (Count count : Count.values()) {
            counts.put(count, new AtomicLongArray(length));
        }
    }

    private int second(long nanos) {
        return (int) Math.max(0, Math.min(length - 1, nanos / intervalNanos));
    }

    /** Counts something at a time, in nanoseconds after the beginning. */
    void count(Count what, long nanos, long more) {
        requireNonNull(counts.get(what)).addAndGet(second(nanos), more);
    }

    /** An operation has ended well. */
    void completed(long nanos, long responseNanos) {
        count(Count.COMPLETED, nanos, 1);
        int second = second(nanos);
        ConcurrentHistogram histogram = responses.get(second);
        if (histogram == null) {
            responses.compareAndSet(second, null, new ConcurrentHistogram(DIGITS));
            histogram = responses.get(second);
        }
        histogram.recordValue(ClientRecorder.micros(responseNanos));
    }

    void addTo(PhaseResult result) {
        for (int i = 0; i < length; i++) {
            SecondResult second = result.second(i);
            int number = i;
            counts.forEach((count, array) -> second.add(count, array.get(number)));
            ConcurrentHistogram histogram = responses.get(i);
            if (histogram != null) {
                second.addResponses(histogram);
            }
        }
    }
}
