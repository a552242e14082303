package io.lambdafs.store.ndb.cluster;

import static java.util.Objects.requireNonNull;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a cluster's management servers are, and which database is meant: {@code ndb://host:1186,host2:1186/database}.
 * With {@code nodeid=N,} before the first host the connection takes the cluster's section of that number.
 *
 * @param connectString as the NDB API wants it
 */
public record ClusterAddress(String connectString, String database) {
    public static final String SCHEME = "ndb://";

    private static final String HOST = "[A-Za-z0-9._-]+(?::\\d{1,5})?";
    private static final Pattern URL =
            Pattern.compile(SCHEME + "((?:nodeid=\\d{1,3},)?" + HOST + "(?:," + HOST + ")*)/([A-Za-z0-9_]{1,60})");

    public ClusterAddress {
        requireNonNull(connectString, "connectString");
        requireNonNull(database, "database");
    }

    /**
     * Reads a store's URL.
     *
     * @throws StoreException of kind INCOMPATIBLE that says what it should look like
     */
    public static ClusterAddress of(String url) {
        Matcher matcher = URL.matcher(url);
        if (!matcher.matches()) {
            throw new StoreException(
                    Kind.INCOMPATIBLE, "not the URL of an NDB cluster: " + url + ": use ndb://HOST:PORT/DATABASE");
        }
        return new ClusterAddress(matcher.group(1), matcher.group(2));
    }
}
