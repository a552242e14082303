package io.lambdafs.gateway.console;

import io.lambdafs.metrics.Change;
import io.lambdafs.metrics.Sample;
import java.util.function.Predicate;

/**
 * What happened between two readings of the platform's metrics, as charts show it. Latencies are in seconds, and not a number if
 * nothing was measured.
 *
 * @param atMillis when the second reading was made, since the epoch
 */
record Reading(
        long atMillis,
        double readsPerSecond,
        double writesPerSecond,
        double readMedian,
        double readTail,
        double writeMedian,
        double writeTail,
        double instances) {
    private static final String OPERATIONS = "lambdafs_operations_total";
    private static final String DURATIONS = "lambdafs_operation_duration_seconds";
    private static final double MEDIAN = 0.5;
    private static final double TAIL = 0.99;

    static Reading of(long atMillis, Change change) {
        Predicate<Sample> reads = sample -> sample.label("kind").equals("read");
        Predicate<Sample> writes = sample -> sample.label("kind").equals("write");
        return new Reading(
                atMillis,
                change.perSecond(OPERATIONS, reads),
                change.perSecond(OPERATIONS, writes),
                change.quantile(MEDIAN, DURATIONS, reads),
                change.quantile(TAIL, DURATIONS, reads),
                change.quantile(MEDIAN, DURATIONS, writes),
                change.quantile(TAIL, DURATIONS, writes),
                change.after().sum("lambdafs_platform_instances"));
    }
}
