package io.lambdafs.lease;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How long leases hold.
 *
 * @param soft after this without renewal, another client may take the lease over
 * @param hard after this without renewal, the file is closed without anybody's asking
 * @param recoveryRetry after this, a block recovery that was not reported done is begun anew
 */
public record LeaseLimits(Duration soft, Duration hard, Duration recoveryRetry) {
    public LeaseLimits {
        requireNonNull(soft, "soft");
        requireNonNull(hard, "hard");
        requireNonNull(recoveryRetry, "recoveryRetry");
        if (soft.compareTo(hard) > 0) {
            throw new IllegalArgumentException("the soft limit " + soft + " is above the hard limit " + hard);
        }
    }

    /** HDFS's limits. */
    public static LeaseLimits defaults() {
        return new LeaseLimits(Duration.ofSeconds(60), Duration.ofMinutes(20), Duration.ofSeconds(10));
    }
}
