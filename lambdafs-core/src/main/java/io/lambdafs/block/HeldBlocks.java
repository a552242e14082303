package io.lambdafs.block;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * The replicas that a DataNode has.
 *
 * @param count how many, as the DataNode last said
 * @param sinceReport how long ago it reported all of them, by the store's clock
 */
public record HeldBlocks(long count, Duration sinceReport) {
    private static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

    /** Of a DataNode that has not reported yet. */
    public static final HeldBlocks UNKNOWN = new HeldBlocks(0, NEVER);

    public HeldBlocks {
        requireNonNull(sinceReport, "sinceReport");
        if (count < 0) {
            throw new IllegalArgumentException("a DataNode has no negative number of replicas: " + count);
        }
    }

    /** Whether the DataNode has ever reported all its replicas. */
    public boolean wasReported() {
        return !sinceReport.equals(NEVER);
    }
}
