package io.lambdafs.cli.security;

import static java.util.Objects.requireNonNull;

import io.lambdafs.cli.secret.SharedSecret;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coordinator.zk.OwnServer;
import io.lambdafs.coordinator.zk.ZooKeeperAccess;
import io.lambdafs.coordinator.zk.ZooKeeperConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;

/** Sees to it that a stack's ZooKeeper is for the stack's processes alone in secure mode, and for everybody otherwise. */
public final class ZooKeeperRecord {
    private static final Duration BOUND = Duration.ofSeconds(20);

    private final ZooKeeperConfig server;
    private final Path secret;

    /**
     * The record of a stack.
     *
     * @param root the data directory
     * @param connectString of the stack's ZooKeeper
     * @param cluster the name of the stack's cluster there
     */
    public ZooKeeperRecord(Path root, String connectString, String cluster) {
        this.server = new ZooKeeperConfig(
                requireNonNull(connectString, "connectString"), requireNonNull(cluster, "cluster"), BOUND, BOUND);
        this.secret = StackSecurity.serviceKey(root).resolveSibling("zookeeper.secret");
    }

    /**
     * Makes it so, unless an earlier start has. ZooKeeper must run, and no process of the other mode.
     *
     * @throws IOException with a sentence for the user, if it cannot be done
     */
    public void require(boolean secure) throws IOException {
        try {
            if (secure) {
                OwnServer.take(server.with(new ZooKeeperAccess(secret())));
            } else if (Files.exists(secret)) {
                // The secret is there as long as something may have to be given back.
                OwnServer.giveBack(configuration(true));
                Files.delete(secret);
            }
        } catch (CoordinatorException e) {
            throw new IOException(
                    "ZooKeeper does not follow the stack's mode: " + e.getMessage()
                            + ". If its secret was in " + secret
                            + " and is lost, stop the stack and delete 'zookeeper' in"
                            + " the data directory, which the next start makes anew.",
                    e);
        }
    }

    /**
     * How programs that only ask reach ZooKeeper. Without a secret, which only a start makes, they take nothing away from others.
     *
     * @throws IOException with a sentence for the user, if the secret cannot be used
     */
    public ZooKeeperConfig configuration(boolean secure) throws IOException {
        return secure && Files.exists(secret) ? server.with(new ZooKeeperAccess(secret())) : server;
    }

    /**
     * What they show it: made if there is none.
     *
     * @throws IOException with a sentence for the user, if the secret cannot be used
     */
    public String secret() throws IOException {
        try {
            Files.createDirectories(
                    secret.getParent(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            return new SharedSecret(secret).adopt();
        } catch (IOException e) {
            throw new IOException("cannot use ZooKeeper's secret in " + secret + ": " + e.getMessage(), e);
        }
    }
}
