package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * How to reach a store and how long to wait for it.
 *
 * @param url where it is; its scheme chooses the adapter, for instance {@code jdbc:postgresql://127.0.0.1:5432/lambdafs}
 * @param user may be empty
 * @param password may be empty; never printed
 * @param maxConnections the most connections that this process opens
 * @param bounds how long to wait
 */
public record StoreConfig(String url, String user, String password, int maxConnections, Bounds bounds) {
    /**
     * Bounds on waits.
     *
     * @param connect for a connection, free or new
     * @param lock for one row lock
     * @param transaction the longest life of a write transaction, idle or busy
     */
    public record Bounds(Duration connect, Duration lock, Duration transaction) {
        public static Bounds defaults() {
            return new Bounds(Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ofSeconds(10));
        }
    }

    public StoreConfig {
        requireNonNull(url, "url");
        requireNonNull(user, "user");
        requireNonNull(password, "password");
        requireNonNull(bounds, "bounds");
        if (maxConnections < 1) {
            throw new IllegalArgumentException("maxConnections must be at least 1, not " + maxConnections);
        }
    }

    /** Where the store is, for people; see {@link #placeOf}. */
    public String place() {
        return placeOf(url);
    }

    /** A store's URL without {@code jdbc:}, a user in front of the host, and options, any of which may be a password. */
    public static String placeOf(String url) {
        return url.replaceFirst("^jdbc:", "").replaceFirst("//[^/?]*@", "//").replaceFirst("[?;#].*$", "");
    }

    @Override
    public String toString() {
        return "StoreConfig[" + place() + ", " + user + ", " + maxConnections + " connections, " + bounds + "]";
    }
}
