package io.lambdafs.namenode.coherence;

import io.lambdafs.coherence.RoundId;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Counts and times rounds. Used under the node's lock. */
final class RoundStatistics {
    private static final int NANOS_PER_MICRO = 1000;
    private static final double MEDIAN = 0.5;
    private static final double TAIL = 0.99;

    private final LongSupplier ticker;
    private final Map<RoundId, Long> begun = new HashMap<>();
    private final Map<RoundId, Long> arrived = new HashMap<>();
    private final LatencyHistogram led = new LatencyHistogram();
    private final LatencyHistogram followed = new LatencyHistogram();
    private long acknowledgements;
    private long roundsLed;
    private long roundsAlone;
    private long roundsFailed;
    private long roundsFollowed;

    RoundStatistics(LongSupplier ticker) {
        this.ticker = ticker;
    }

    void begun(RoundId round) {
        begun.put(round, ticker.getAsLong());
    }

    /** The INV of an own round goes out: it has somebody to tell. */
    void published(RoundId round) {
        roundsLed++;
        begun.put(round, ticker.getAsLong());
    }

    void finished(RoundId round, boolean failed, boolean hadSharers) {
        Long start = begun.remove(round);
        if (failed) {
            roundsFailed++;
        } else if (!hadSharers) {
            roundsAlone++;
        } else if (start != null) {
            led.record(ticker.getAsLong() - start);
        }
    }

    void arrived(RoundId round) {
        arrived.putIfAbsent(round, ticker.getAsLong());
    }

    void acknowledged(RoundId round) {
        Long start = arrived.remove(round);
        if (start != null) {
            roundsFollowed++;
            followed.record(ticker.getAsLong() - start);
        }
    }

    /** Another one's ACK to an own INV. */
    void taken() {
        acknowledgements++;
    }

    RoundMetrics metrics() {
        return new RoundMetrics(acknowledgements, led.snapshot(), followed.snapshot());
    }

    /** What has not been acknowledged under a former incarnation never will be. */
    void forget() {
        arrived.clear();
    }

    CoherenceFigures figures(boolean leaseValid, boolean admitted, int sharers) {
        return new CoherenceFigures(
                leaseValid,
                admitted,
                sharers,
                roundsLed,
                roundsAlone,
                roundsFailed,
                roundsFollowed,
                percentiles(led.snapshot()),
                percentiles(followed.snapshot()));
    }

    private static CoherenceFigures.Percentiles percentiles(LatencyHistogram.Snapshot durations) {
        return new CoherenceFigures.Percentiles(
                durations.quantileNanos(MEDIAN) / NANOS_PER_MICRO, durations.quantileNanos(TAIL) / NANOS_PER_MICRO);
    }
}
