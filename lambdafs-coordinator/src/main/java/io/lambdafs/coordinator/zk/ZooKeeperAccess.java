package io.lambdafs.coordinator.zk;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.data.ACL;

/**
 * The access to the znodes of a cluster: everybody has it, or only processes that show ZooKeeper the secret that they
 * share.
 *
 * @param secret what they share; empty if everybody may
 */
public record ZooKeeperAccess(String secret) {
    /** Everybody who reaches ZooKeeper may read and change everything. */
    public static final ZooKeeperAccess OPEN = new ZooKeeperAccess("");

    /** How ZooKeeper is shown a secret. */
    static final String SCHEME = "digest";

    /** Under this name processes show it; ZooKeeper keeps the name and a hash of both with each znode. */
    private static final String NAME = "lambdafs";

    private static final int MIN_CHARS = 16;

    public ZooKeeperAccess {
        requireNonNull(secret, "secret");
        if (!secret.isEmpty() && secret.length() < MIN_CHARS) {
            throw new IllegalArgumentException("ZooKeeper's secret must have " + MIN_CHARS
                    + " characters or more: others could guess a shorter one");
        }
    }

    /** Whether there is a secret to show. */
    boolean isRestricted() {
        return !secret.isEmpty();
    }

    /** Which processes may use what this process makes. */
    List<ACL> acl() {
        return isRestricted() ? Ids.CREATOR_ALL_ACL : Ids.OPEN_ACL_UNSAFE;
    }

    /** What is sent to ZooKeeper. */
    byte[] proof() {
        return (NAME + ':' + secret).getBytes(StandardCharsets.UTF_8);
    }

    /** Whether a znode that this process could read is for the processes of its cluster alone. */
    static boolean isRestricted(List<ACL> acl) {
        return acl.size() == 1 && acl.get(0).getId().getScheme().equals(SCHEME);
    }

    @Override
    public String toString() {
        return isRestricted() ? "ZooKeeperAccess[with a secret]" : "ZooKeeperAccess[open]";
    }
}
