package io.lambdafs.store;

import static java.util.Objects.requireNonNull;

/** What names this file system for its whole life; DataNodes refuse another one. */
public record ClusterIdentity(int namespaceId, String clusterId, String blockPoolId, long creationMillis) {
    public ClusterIdentity {
        requireNonNull(clusterId, "clusterId");
        requireNonNull(blockPoolId, "blockPoolId");
    }
}
