package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.authentication.SecurityMode;
import java.time.Duration;

/**
 * Whether callers are to prove who they are, and how long delegation tokens are good.
 *
 * @param mode the cluster's
 * @param renewInterval how long a token is good after its issue and after each renewal; HDFS's
 *     {@code dfs.namenode.delegation.token.renew-interval}
 * @param maxLifetime how long it is good at the most; HDFS's {@code dfs.namenode.delegation.token.max-lifetime}
 */
public record SecurityConfig(SecurityMode mode, Duration renewInterval, Duration maxLifetime) {
    /** Simple mode, with HDFS's times. */
    public static final SecurityConfig DEFAULTS =
            new SecurityConfig(SecurityMode.SIMPLE, Duration.ofDays(1), Duration.ofDays(7));

    public SecurityConfig {
        requireNonNull(mode, "mode");
        if (renewInterval.compareTo(Duration.ZERO) <= 0 || maxLifetime.compareTo(renewInterval) < 0) {
            throw new IllegalArgumentException(
                    "a delegation token's lifetime is at least the time after which it is renewed"
                            + ", which is positive: " + maxLifetime + " and " + renewInterval);
        }
    }

    /** The same times in this mode. */
    public SecurityConfig in(SecurityMode changed) {
        return new SecurityConfig(changed, renewInterval, maxLifetime);
    }

    /** Whether callers are to prove who they are. */
    public boolean isSecure() {
        return mode == SecurityMode.SECURE;
    }
}
