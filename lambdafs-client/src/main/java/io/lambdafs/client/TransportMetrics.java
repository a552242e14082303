package io.lambdafs.client;

import io.lambdafs.wire.latency.LatencyHistogram;
import java.util.concurrent.atomic.LongAdder;

/** What happened on one transport: answered attempts with their latencies, and failed ones. Thread-safe. */
public final class TransportMetrics {
    private static final double NANOS_PER_SECOND = 1e9;

    private final LatencyHistogram latencies = new LatencyHistogram();
    private final LongAdder failures = new LongAdder();

    TransportMetrics() {}

    void answered(long tookNanos) {
        latencies.record(tookNanos);
    }

    void failed() {
        failures.increment();
    }

    /** Attempts that a NameNode answered, with a result or an error. */
    public long answered() {
        return latencies.count();
    }

    /** Attempts that brought no answer. */
    public long failures() {
        return failures.sum();
    }

    /** The mean latency of answered attempts; 0 when there are none. */
    public long meanNanos() {
        LatencyHistogram.Snapshot now = latencies.snapshot();
        long count = now.count();
        return count == 0 ? 0 : (long) (now.seconds() * NANOS_PER_SECOND / count);
    }

    /** A latency that at least this share (0..1) of the answered attempts did not exceed, up to a fifth too high. */
    public long percentileNanos(double share) {
        return latencies.snapshot().quantileNanos(share);
    }
}
