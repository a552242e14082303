package io.lambdafs.namenode.coherence;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.latency.LatencyHistogram;

/**
 * The messages of rounds, and how long they took.
 *
 * @param acknowledgements ACKs that this NameNode took as the leader of a round
 * @param led from the INV to the last ACK, of rounds that somebody had to be told of
 * @param followed from an INV's arrival to the own ACK
 */
public record RoundMetrics(long acknowledgements, LatencyHistogram.Snapshot led, LatencyHistogram.Snapshot followed) {
    public RoundMetrics {
        requireNonNull(led, "led");
        requireNonNull(followed, "followed");
    }
}
