package io.lambdafs.blockkey;

import io.lambdafs.authentication.SecurityMode;
import java.time.Duration;
import java.util.Map;

/**
 * Whether blocks are protected by tokens, and how long keys and tokens last.
 *
 * @param enabled whether the cluster is in secure mode
 * @param interval how long a key signs new tokens; HDFS's {@code dfs.block.access.key.update.interval}
 * @param lifetime how long a token is valid; HDFS's {@code dfs.block.access.token.lifetime}
 * @param clockSkew how far the clocks of the cluster's machines and of the store may be apart
 */
public record BlockKeyConfig(boolean enabled, Duration interval, Duration lifetime, Duration clockSkew) {
    public static final String INTERVAL = "LAMBDAFS_BLOCK_KEY_INTERVAL_MILLIS";
    public static final String LIFETIME = "LAMBDAFS_BLOCK_TOKEN_LIFETIME_MILLIS";
    public static final String CLOCK_SKEW = "LAMBDAFS_BLOCK_KEY_CLOCK_SKEW_MILLIS";

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(100);
    private static final int MOST_FORMER_KEYS = 500;

    public BlockKeyConfig {
        requireWithin(INTERVAL, interval, SHORTEST);
        requireWithin(LIFETIME, lifetime, SHORTEST);
        requireWithin(CLOCK_SKEW, clockSkew, Duration.ZERO);
        long kept = lifetime.plus(clockSkew.multipliedBy(2)).dividedBy(interval);
        if (kept > MOST_FORMER_KEYS) {
            throw new IllegalArgumentException("with " + INTERVAL + " " + interval.toMillis() + ", " + LIFETIME + " "
                    + lifetime.toMillis() + " and " + CLOCK_SKEW + " " + clockSkew.toMillis() + ", " + kept
                    + " former block keys would have to be kept, which is more than " + MOST_FORMER_KEYS
                    + ": make the interval longer");
        }
    }

    private static void requireWithin(String name, Duration value, Duration least) {
        if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(name + " must be within " + least.toMillis() + ".." + LONGEST.toMillis()
                    + ", not " + value.toMillis());
        }
    }

    /** Blocks without tokens. */
    public static BlockKeyConfig off() {
        return new BlockKeyConfig(false, Duration.ofMinutes(600), Duration.ofMinutes(600), Duration.ofMinutes(5));
    }

    /** Blocks with tokens, with HDFS's times and clocks up to five minutes apart. */
    public static BlockKeyConfig on() {
        return off().withEnabled(true);
    }

    public BlockKeyConfig withEnabled(boolean changed) {
        return new BlockKeyConfig(changed, interval, lifetime, clockSkew);
    }

    /**
     * What the environment says.
     *
     * @throws IllegalArgumentException naming the variable with a wrong value
     */
    public static BlockKeyConfig of(Map<String, String> environment) {
        BlockKeyConfig usual = off();
        return new BlockKeyConfig(
                SecurityMode.of(environment.getOrDefault(SecurityMode.VARIABLE, "")) == SecurityMode.SECURE,
                millis(environment, INTERVAL, usual.interval()),
                millis(environment, LIFETIME, usual.lifetime()),
                millis(environment, CLOCK_SKEW, usual.clockSkew()));
    }

    private static Duration millis(Map<String, String> environment, String name, Duration usual) {
        String text = environment.getOrDefault(name, "");
        if (text.isEmpty()) {
            return usual;
        }
        if (!text.matches("\\d{1,12}")) {
            throw new IllegalArgumentException(name + " must be a number of milliseconds, not " + text);
        }
        return Duration.ofMillis(Long.parseLong(text));
    }
}
