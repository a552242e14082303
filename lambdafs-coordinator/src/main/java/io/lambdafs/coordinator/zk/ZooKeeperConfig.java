package io.lambdafs.coordinator.zk;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How to reach ZooKeeper and how long to wait for it.
 *
 * @param connectString ZooKeeper's own form, for instance {@code 127.0.0.1:2181}
 * @param cluster which λFS cluster of that ZooKeeper: letters, digits, point, underscore and hyphen
 * @param sessionTimeout after how long out of touch the session ends; the server may impose limits of its own
 * @param bound how long an operation is tried before it fails; one attempt may overrun it by a session time-out
 * @param access which processes may use the cluster's znodes; the same for all its processes
 */
public record ZooKeeperConfig(
        String connectString, String cluster, Duration sessionTimeout, Duration bound, ZooKeeperAccess access) {
    private static final Pattern CLUSTER = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

    /** Below this are the clusters. */
    static final String ROOT = "/lambdafs";

    /** The session time-out where nothing else is said. */
    public static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(6);

    /** The bound on an operation where nothing else is said. */
    public static final Duration DEFAULT_BOUND = Duration.ofSeconds(5);

    public ZooKeeperConfig {
        requireNonNull(connectString, "connectString");
        requireNonNull(cluster, "cluster");
        requireNonNull(access, "access");
        if (connectString.isBlank()) {
            throw new IllegalArgumentException("the ZooKeeper connect string is empty: give HOST:PORT");
        }
        if (!CLUSTER.matcher(cluster).matches()) {
            throw new IllegalArgumentException(
                    "the cluster name must match " + CLUSTER.pattern() + ", not '" + cluster + "'");
        }
        requirePositive(sessionTimeout, "sessionTimeout");
        requirePositive(bound, "bound");
    }

    /** Of a cluster whose znodes are everybody's. */
    public ZooKeeperConfig(String connectString, String cluster, Duration sessionTimeout, Duration bound) {
        this(connectString, cluster, sessionTimeout, bound, ZooKeeperAccess.OPEN);
    }

    /** With the default time-outs. */
    public static ZooKeeperConfig of(String connectString, String cluster) {
        return new ZooKeeperConfig(connectString, cluster, DEFAULT_SESSION_TIMEOUT, DEFAULT_BOUND);
    }

    /** The same for those who show this secret. */
    public ZooKeeperConfig with(ZooKeeperAccess other) {
        return new ZooKeeperConfig(connectString, cluster, sessionTimeout, bound, other);
    }

    String clusterPath() {
        return ROOT + '/' + cluster;
    }

    String membersPath() {
        return clusterPath() + "/namenodes";
    }

    int sessionTimeoutMillis() {
        return Math.toIntExact(sessionTimeout.toMillis());
    }

    int boundMillis() {
        return Math.toIntExact(bound.toMillis());
    }

    private static void requirePositive(Duration duration, String name) {
        if (duration.toMillis() < 1 || duration.toMillis() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(name + " must be between 1 ms and 24 days, not " + duration);
        }
    }
}
