package io.lambdafs.namenode.coherence;

/**
 * How a NameNode fares with the others.
 *
 * @param leaseValid whether it can prove that its session lives
 * @param admitted whether every member has acknowledged its join
 * @param sharers how many others are in its view
 * @param led rounds that it led to their end and that had somebody to tell
 * @param alone rounds that had nobody to tell, and cost nothing
 * @param failed rounds that ended in a roll-back
 * @param followed INVs that it took
 * @param ledMicros from the INV to the last ACK
 * @param followedMicros from an INV's arrival to the own ACK
 */
public record CoherenceFigures(
        boolean leaseValid,
        boolean admitted,
        int sharers,
        long led,
        long alone,
        long failed,
        long followed,
        Percentiles ledMicros,
        Percentiles followedMicros) {
    /** Microseconds; 0 when nothing was measured. */
    public record Percentiles(long p50, long p99) {}
}
