package io.lambdafs.runtime;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coordinator.zk.ZooKeeperAccess;
import java.time.Duration;
import java.util.Map;

/**
 * The coordinator from which an instance learns of the others.
 *
 * @param zooKeeper ZooKeeper's connect string; empty where the store is the coordinator
 * @param access which processes may use the cluster's znodes
 * @param cluster the name of the cluster, under which members are registered in ZooKeeper
 * @param sessionTimeout how long an instance may be out of touch before it counts as dead
 */
record CoordinatorConfig(Kind kind, String zooKeeper, ZooKeeperAccess access, String cluster, Duration sessionTimeout) {
    /** Which coordinator. */
    enum Kind {
        ZOOKEEPER,
        /** The NDB cluster that has the metadata. */
        NDB
    }

    static final String KIND = "LAMBDAFS_COORDINATOR";
    static final String ZOOKEEPER = "LAMBDAFS_ZOOKEEPER";
    static final String SECRET = "LAMBDAFS_ZOOKEEPER_SECRET";
    static final String CLUSTER = "LAMBDAFS_CLUSTER";
    static final String SESSION_TIMEOUT = "LAMBDAFS_SESSION_TIMEOUT_MILLIS";

    private static final String DEFAULT_SESSION_TIMEOUT_MILLIS = "10000";

    CoordinatorConfig {
        requireNonNull(kind, "kind");
        requireNonNull(access, "access");
        requireNonNull(cluster, "cluster");
        requireNonNull(sessionTimeout, "sessionTimeout");
        if (kind == Kind.ZOOKEEPER && zooKeeper.isEmpty()) {
            throw new IllegalArgumentException("set the environment variable " + ZOOKEEPER);
        }
        if (sessionTimeout.isNegative() || sessionTimeout.isZero()) {
            throw new IllegalArgumentException(SESSION_TIMEOUT + " must be positive");
        }
    }

    /** Reads the environment; throws IllegalArgumentException naming the variable that is missing or malformed. */
    static CoordinatorConfig of(Map<String, String> environment) {
        return new CoordinatorConfig(
                kind(environment.getOrDefault(KIND, "zookeeper")),
                environment.getOrDefault(ZOOKEEPER, ""),
                access(environment.getOrDefault(SECRET, "")),
                environment.getOrDefault(CLUSTER, "lambdafs"),
                timeout(environment.getOrDefault(SESSION_TIMEOUT, "")));
    }

    private static Kind kind(String text) {
        return switch (text) {
            case "zookeeper" -> Kind.ZOOKEEPER;
            case "ndb" -> Kind.NDB;
            default -> throw new IllegalArgumentException(KIND + " must be zookeeper or ndb, not " + text);
        };
    }

    private static ZooKeeperAccess access(String secret) {
        try {
            return new ZooKeeperAccess(secret);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(SECRET + ": " + e.getMessage(), e);
        }
    }

    private static Duration timeout(String text) {
        try {
            return Duration.ofMillis(Long.parseLong(text.isEmpty() ? DEFAULT_SESSION_TIMEOUT_MILLIS : text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(SESSION_TIMEOUT + " must be a whole number, not " + text, e);
        }
    }
}
