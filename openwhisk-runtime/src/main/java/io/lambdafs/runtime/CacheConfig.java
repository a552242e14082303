package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.ProtocolRules;
import io.lambdafs.namenode.cache.CachePolicy;
import io.lambdafs.namenode.coherence.CoherenceTimes;
import io.lambdafs.namenode.coherence.CoherentParts;
import io.lambdafs.wire.PartitionFunction;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Whether an instance caches metadata, and how much.
 *
 * @param mode whether it does
 * @param deployments how many function deployments share the namespace
 * @param capacityBytes the most that the cache may take up in memory
 * @param leaveAfterIdle how long an instance without activations stays a member, and connected to clients; shorter than the
 *     time after which the platform freezes it, so that nobody waits for a frozen one; zero for always
 */
record CacheConfig(Mode mode, int deployments, long capacityBytes, Duration leaveAfterIdle) {
    /** How a NameNode keeps metadata. */
    enum Mode {
        /** In a cache that the coherence protocol keeps true. */
        LAMBDAFS,
        /** In a cache that the store's change feed validates with each request. */
        VALIDATE,
        /** Not at all: every request asks the store. */
        STATELESS
    }

    static final String MODE = "LAMBDAFS_MODE";
    static final String DEPLOYMENTS = "LAMBDAFS_DEPLOYMENTS";
    static final String CACHE_BYTES = "LAMBDAFS_CACHE_BYTES";
    static final String LEAVE_AFTER_IDLE = "LAMBDAFS_LEAVE_AFTER_IDLE_MILLIS";

    private static final long DEFAULT_CAPACITY_BYTES = 32L << 20;

    CacheConfig {
        requireNonNull(mode, "mode");
        requireNonNull(leaveAfterIdle, "leaveAfterIdle");
        if (deployments < 1) {
            throw new IllegalArgumentException(DEPLOYMENTS + " must be at least 1, not " + deployments);
        }
        if (capacityBytes < 0) {
            throw new IllegalArgumentException(CACHE_BYTES + " must not be negative, but is " + capacityBytes);
        }
        if (leaveAfterIdle.isNegative()) {
            throw new IllegalArgumentException(LEAVE_AFTER_IDLE + " must not be negative");
        }
    }

    /** How the namespace is divided; the same in every NameNode and client of a cluster. */
    PartitionFunction partition() {
        return new PartitionFunction(deployments);
    }

    /** What the parts of an instance that caches are to be like; without these rules, which are left out by tests alone. */
    CoherentParts.Settings parts(ProtocolRules rules) {
        return new CoherentParts.Settings(
                partition(), CachePolicy.defaults().withCapacityBytes(capacityBytes), CoherenceTimes.defaults(), rules);
    }

    /** Reads the environment; throws IllegalArgumentException naming the variable that is missing or malformed. */
    static CacheConfig of(Map<String, String> environment) {
        Mode mode = mode(environment.getOrDefault(MODE, Protocol.of(environment).defaultMode()));
        String deployments = environment.getOrDefault(DEPLOYMENTS, "");
        if (deployments.isEmpty() && mode != Mode.STATELESS) {
            throw new IllegalArgumentException("set the environment variable " + DEPLOYMENTS
                    + " to the number of NameNode functions, or " + MODE + "=stateless");
        }
        return new CacheConfig(
                mode,
                Math.toIntExact(number(DEPLOYMENTS, deployments, 1)),
                number(CACHE_BYTES, environment.getOrDefault(CACHE_BYTES, ""), DEFAULT_CAPACITY_BYTES),
                Duration.ofMillis(number(
                        LEAVE_AFTER_IDLE,
                        environment.getOrDefault(LEAVE_AFTER_IDLE, ""),
                        Protocol.of(environment).leaveAfterIdle().toMillis())));
    }

    private static Mode mode(String text) {
        try {
            return Mode.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(MODE + " must be lambdafs, validate or stateless, not " + text, e);
        }
    }

    private static long number(String name, String value, long otherwise) {
        try {
            return value.isEmpty() ? otherwise : Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number, not " + value, e);
        }
    }
}
