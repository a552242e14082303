package io.lambdafs.client;

import io.lambdafs.client.latency.LatencyHistogram;
import java.util.concurrent.atomic.LongAdder;

/** What happened on one transport: answered attempts with their latencies, and failed ones. Thread-safe. */
public final class TransportMetrics {
    private final LatencyHistogram latencies = new LatencyHistogram();
    private final LongAdder nanos = new LongAdder();
    private final LongAdder failures = new LongAdder();

    TransportMetrics() {}

    void answered(long tookNanos) {
        latencies.record(tookNanos);
        nanos.add(tookNanos);
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
        long count = answered();
        return count == 0 ? 0 : nanos.sum() / count;
    }

    /** A latency that at least this share (0..1) of the answered attempts did not exceed, up to a quarter too high. */
    public long percentileNanos(double share) {
        return latencies.percentileNanos(share);
    }
}
