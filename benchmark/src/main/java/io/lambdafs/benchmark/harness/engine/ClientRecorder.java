package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.result.KindResult;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.IntCountsHistogram;

/** What one client measures in a phase, without a lock. Only the client's thread may write; others may read when it has ended. */
final class ClientRecorder {
    private static final int DIGITS = 3;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Map<OperationKind, Recorded> kinds = new EnumMap<>(OperationKind.class);
    private final IntCountsHistogram lag = new IntCountsHistogram(DIGITS);

    /** One kind of operation. */
    private static final class Recorded {
        private final IntCountsHistogram service = new IntCountsHistogram(DIGITS);
        private final IntCountsHistogram response = new IntCountsHistogram(DIGITS);
        private long succeeded;
        private long failed;
        private long falseReturns;
        private long retries;
    }

    private Recorded of(OperationKind kind) {
        return kinds.computeIfAbsent(kind, unused -> new Recorded());
    }

    void succeeded(OperationKind kind, long serviceNanos, long responseNanos) {
        Recorded recorded = of(kind);
        recorded.succeeded++;
        recorded.service.recordValue(micros(serviceNanos));
        recorded.response.recordValue(micros(responseNanos));
    }

    /** A client that waited for an operation to be due woke so much later. */
    void woke(long lagNanos) {
        lag.recordValue(micros(lagNanos));
    }

    void failed(OperationKind kind, boolean returnedFalse) {
        Recorded recorded = of(kind);
        recorded.failed++;
        recorded.falseReturns += returnedFalse ? 1 : 0;
    }

    /** Requests of an operation were sent so many times more. */
    void retried(OperationKind kind, long times) {
        of(kind).retries += times;
    }

    /**
     * Adds all.
     *
     * @param retriesAreKnown whether the file system says what it sends once more
     */
    void addTo(PhaseResult result, boolean retriesAreKnown) {
        result.addLag(lag);
        kinds.forEach((kind, recorded) -> {
            KindResult sum = result.kind(kind);
            sum.add(recorded.succeeded, recorded.failed, recorded.falseReturns);
            sum.addLatencies(recorded.service, recorded.response);
            if (retriesAreKnown) {
                sum.addRetries(recorded.retries);
            }
        });
    }

    static long micros(long nanos) {
        return Math.max(0, nanos + NANOS_PER_MICRO / 2) / NANOS_PER_MICRO;
    }
}
