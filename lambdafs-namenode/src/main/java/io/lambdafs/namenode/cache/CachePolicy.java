package io.lambdafs.namenode.cache;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How much a NameNode keeps in memory, and for how long what no INV takes back.
 *
 * @param capacityBytes the most bytes that the cached entries may take up
 * @param maxLocationAge how long the places of a file's replicas are believed: block reports change them, without an INV
 * @param maxListing the most names of a directory whose listing is kept; at most what the store reads at once
 */
public record CachePolicy(long capacityBytes, Duration maxLocationAge, int maxListing) {
    private static final int LONGEST_LISTING = 10_000;

    public CachePolicy {
        requireNonNull(maxLocationAge, "maxLocationAge");
        if (capacityBytes < 0) {
            throw new IllegalArgumentException("capacityBytes must not be negative: " + capacityBytes);
        }
        if (maxLocationAge.isNegative()) {
            throw new IllegalArgumentException("maxLocationAge must not be negative: " + maxLocationAge);
        }
        if (maxListing < 0 || maxListing > LONGEST_LISTING) {
            throw new IllegalArgumentException("maxListing must lie between 0 and " + LONGEST_LISTING);
        }
    }

    /** A quarter of a small function's memory, locations for five seconds. */
    public static CachePolicy defaults() {
        return new CachePolicy(64L << 20, Duration.ofSeconds(5), LONGEST_LISTING);
    }

    public CachePolicy withCapacityBytes(long changed) {
        return new CachePolicy(changed, maxLocationAge, maxListing);
    }
}
