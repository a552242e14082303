package io.lambdafs.suites;

import io.lambdafs.gateway.Gateway;
import io.lambdafs.gateway.GatewayOptions;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.RetryPolicy;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.Stores;
import io.lambdafs.store.TransactionRunner;
import io.lambdafs.store.WriterId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A running system without DataNodes. The test that runs the suites starts it, and says where it is in environment variables. One
 * class of tests at a time uses it, and begins with an empty namespace: to start the processes anew for each cluster would take
 * most of the time.
 */
public final class RunningSystem {
    private static final String PREFIX = "LAMBDAFS_SUITES_";
    private static final int CONNECTIONS = 4;
    private static final short ROOT_PERMISSION = 0755;
    private static final String SUPERGROUP = "supergroup";
    private static final RetryPolicy RETRIES = new RetryPolicy(5, Duration.ofMillis(5), Duration.ofMillis(500));

    private final Path settings;
    private final StoreConfig store;

    private RunningSystem(Path settings, StoreConfig store) {
        this.settings = settings;
        this.store = store;
    }

    /**
     * The system of this number, of which the environment tells.
     *
     * @throws IllegalStateException if it does not
     */
    public static RunningSystem number(int index) {
        return new RunningSystem(
                Path.of(variable("CONF_" + index)),
                new StoreConfig(
                        variable("STORE_" + index),
                        "",
                        variable("SECRET_" + index),
                        CONNECTIONS,
                        StoreConfig.Bounds.defaults()));
    }

    private static String variable(String name) {
        String value = System.getenv(PREFIX + name);
        if (value == null) {
            throw new IllegalStateException(PREFIX + name + " is not set: run the suites with ./mvnw verify -Psuites");
        }
        return value;
    }

    /** Starts a gateway to this system in this JVM, the caller's to close; at any free ports where they are 0. */
    public Gateway startGateway(int rpcPort, int httpPort) throws IOException {
        return Gateway.start(new GatewayOptions(settings, "127.0.0.1", List.of(rpcPort), List.of(httpPort), ""));
    }

    /** A connection to its store, the caller's to close. */
    public MetadataStore openStore() {
        return Stores.open(store);
    }

    /** Forgets all DataNodes: those of an earlier cluster have gone, and would be listed as dead. */
    public void forgetDataNodes(MetadataStore opened) {
        TransactionRunner runner = new TransactionRunner(opened, RETRIES, RunningSystem::sleep, new Random());
        WriterId writer = opened.registerWriter("suites");
        runner.write(writer, transaction -> {
            transaction
                    .dataNodes()
                    .all()
                    .forEach(node ->
                            transaction.dataNodes().remove(node.registration().id()));
            return true;
        });
        opened.fence(writer, Duration.ofSeconds(1));
    }

    /** Removes all there is, as the superuser, and makes the root as it is after a format. */
    public void emptyNamespace(Configuration configuration, URI uri) throws IOException {
        try {
            superuser().doAs((PrivilegedExceptionAction<Void>) () -> {
                // Whatever class the test has configured for hdfs.
                try (DistributedFileSystem fs = new DistributedFileSystem()) {
                    fs.initialize(uri, configuration);
                    org.apache.hadoop.fs.Path root = new org.apache.hadoop.fs.Path("/");
                    removeSnapshots(fs);
                    fs.setQuota(root, namesForRoot(fs, root), HdfsConstants.QUOTA_RESET);
                    for (StorageType type : StorageType.getTypesSupportingQuota()) {
                        fs.setQuotaByStorageType(root, type, HdfsConstants.QUOTA_RESET);
                    }
                    for (FileStatus child : fs.listStatus(root)) {
                        fs.delete(child.getPath(), true);
                    }
                    fs.setPermission(root, new FsPermission(ROOT_PERMISSION));
                    fs.setOwner(root, superuser().getShortUserName(), SUPERGROUP);
                }
                return null;
            });
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Nobody can clear the root's limit of names; the greatest that can be set is as good as none. */
    private static long namesForRoot(DistributedFileSystem fs, org.apache.hadoop.fs.Path root) throws IOException {
        return fs.getQuotaUsage(root).getQuota() == Long.MAX_VALUE
                ? HdfsConstants.QUOTA_DONT_SET
                : Long.MAX_VALUE - 1;
    }

    /** A directory with snapshots cannot be deleted. */
    private static void removeSnapshots(DistributedFileSystem fs) throws IOException {
        SnapshottableDirectoryStatus[] directories = fs.getSnapshottableDirListing();
        for (SnapshottableDirectoryStatus each :
                directories == null ? new SnapshottableDirectoryStatus[0] : directories) {
            org.apache.hadoop.fs.Path directory = each.getFullPath();
            for (FileStatus snapshot : fs.listStatus(new org.apache.hadoop.fs.Path(directory, ".snapshot"))) {
                fs.deleteSnapshot(directory, snapshot.getPath().getName());
            }
            fs.disallowSnapshot(directory);
        }
    }

    private static UserGroupInformation superuser() {
        return UserGroupInformation.createRemoteUser(System.getProperty("user.name"));
    }

    private static void sleep(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
