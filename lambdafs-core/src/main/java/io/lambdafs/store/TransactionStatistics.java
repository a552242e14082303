package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.latency.LatencyHistogram;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** How many transactions a {@link TransactionRunner} ran, how long they took and how many it ran again. Thread-safe. */
public final class TransactionStatistics {
    private final LongSupplier ticker;
    private final LatencyHistogram reads = new LatencyHistogram();
    private final LatencyHistogram writes = new LatencyHistogram();
    private final LongAdder failures = new LongAdder();
    private final LongAdder retries = new LongAdder();

    /** Counts nothing yet. The ticker gives nanoseconds since anything. */
    public TransactionStatistics(LongSupplier ticker) {
        this.ticker = requireNonNull(ticker, "ticker");
    }

    long now() {
        return ticker.getAsLong();
    }

    void read(long begin) {
        reads.record(ticker.getAsLong() - begin);
    }

    void wrote(long begin) {
        writes.record(ticker.getAsLong() - begin);
    }

    void failed() {
        failures.increment();
    }

    void retried() {
        retries.increment();
    }

    /** Attempts at reading, whatever came of them. */
    public LatencyHistogram.Snapshot reads() {
        return reads.snapshot();
    }

    /** Attempts at writing, whatever came of them. */
    public LatencyHistogram.Snapshot writes() {
        return writes.snapshot();
    }

    /** Attempts that failed because of the store: conflicts, timeouts, a store that cannot be reached. */
    public long failures() {
        return failures.sum();
    }

    /** Transactions that were run again after such a failure. */
    public long retries() {
        return retries.sum();
    }
}
