package io.lambdafs.namenode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.wire.ErrorCode;
import java.time.Duration;

/**
 * What a NameNode can be set to.
 *
 * @param superuser the user to whom no permission check applies
 * @param supergroup the group whose members are superusers; also the group of the root's owner
 * @param permissionsEnabled whether permissions are checked; without, they keep only others than owners from changing owners and modes
 * @param files defaults and bounds for files
 * @param listingLimit the most entries in one answer to a listing
 * @param deleteBatch the most inodes that one transaction removes when a detached subtree is emptied
 * @param dataNodeDeadAfter the silence after which a DataNode counts as dead
 * @param limits what is kept from all users
 * @param features what inodes may have beyond a mode
 * @param security whether callers are to prove who they are
 */
public record NameNodeConfig(
        String superuser,
        String supergroup,
        boolean permissionsEnabled,
        FileDefaults files,
        int listingLimit,
        int deleteBatch,
        Duration dataNodeDeadAfter,
        NamespaceLimits limits,
        FeatureConfig features,
        SecurityConfig security) {
    /**
     * Defaults and bounds for files, with HDFS's values.
     *
     * @param blockSize default block size, in bytes
     * @param minBlockSize the smallest block size that a file may have, in bytes
     * @param replication default number of replicas
     * @param minReplication number of replicas that makes a block complete
     * @param maxReplication the most replicas that a file may ask for
     * @param maxBlocks the most blocks that a file may have
     */
    public record FileDefaults(
            long blockSize, long minBlockSize, int replication, int minReplication, int maxReplication, int maxBlocks) {
        public FileDefaults {
            require(minBlockSize >= 0, "minBlockSize must not be negative");
            require(blockSize >= Math.max(1, minBlockSize), "blockSize must be at least minBlockSize");
            require(minReplication >= 1, "minReplication must be at least 1");
            require(maxReplication >= minReplication, "maxReplication must be at least minReplication");
            require(
                    replication >= minReplication && replication <= maxReplication,
                    "replication must lie between minReplication and maxReplication");
            require(maxBlocks >= 1, "maxBlocks must be at least 1");
        }

        /** Refuses a replication that is out of bounds, in HDFS's words. */
        public void requireReplication(int asked, FsPath path) {
            if (asked > maxReplication) {
                throw refused(asked, " exceeds maximum of " + maxReplication, path);
            }
            if (asked < minReplication) {
                throw refused(asked, " is less than the required minimum of " + minReplication, path);
            }
        }

        private static FsException refused(int asked, String why, FsPath path) {
            return new FsException(
                    ErrorCode.IO_ERROR, "Requested replication factor of " + asked + why + " for " + path);
        }

        public static FileDefaults defaults() {
            return new FileDefaults(128L << 20, 1L << 20, 3, 1, 512, 10_000);
        }
    }

    public NameNodeConfig {
        requireNonNull(superuser, "superuser");
        requireNonNull(supergroup, "supergroup");
        requireNonNull(files, "files");
        requireNonNull(dataNodeDeadAfter, "dataNodeDeadAfter");
        requireNonNull(limits, "limits");
        requireNonNull(features, "features");
        requireNonNull(security, "security");
        require(listingLimit >= 1 && listingLimit <= 10_000, "listingLimit must lie between 1 and 10000");
        require(deleteBatch >= 1 && deleteBatch <= 10_000, "deleteBatch must lie between 1 and 10000");
        require(dataNodeDeadAfter.compareTo(Duration.ZERO) > 0, "dataNodeDeadAfter must be positive");
    }

    /** HDFS's defaults, with this superuser. */
    public static NameNodeConfig defaults(String superuser) {
        return new NameNodeConfig(
                superuser,
                "supergroup",
                true,
                FileDefaults.defaults(),
                1000,
                512,
                Duration.ofSeconds(30),
                NamespaceLimits.defaults(),
                FeatureConfig.defaults(),
                SecurityConfig.DEFAULTS);
    }

    public NameNodeConfig withFiles(FileDefaults changed) {
        return new NameNodeConfig(
                superuser,
                supergroup,
                permissionsEnabled,
                changed,
                listingLimit,
                deleteBatch,
                dataNodeDeadAfter,
                limits,
                features,
                security);
    }

    public NameNodeConfig withPermissionsEnabled(boolean changed) {
        return new NameNodeConfig(
                superuser,
                supergroup,
                changed,
                files,
                listingLimit,
                deleteBatch,
                dataNodeDeadAfter,
                limits,
                features,
                security);
    }

    public NameNodeConfig withLimits(NamespaceLimits changed) {
        return new NameNodeConfig(
                superuser,
                supergroup,
                permissionsEnabled,
                files,
                listingLimit,
                deleteBatch,
                dataNodeDeadAfter,
                changed,
                features,
                security);
    }

    public NameNodeConfig withListingLimit(int changed) {
        return new NameNodeConfig(
                superuser,
                supergroup,
                permissionsEnabled,
                files,
                changed,
                deleteBatch,
                dataNodeDeadAfter,
                limits,
                features,
                security);
    }

    public NameNodeConfig withFeatures(FeatureConfig changed) {
        return new NameNodeConfig(
                superuser,
                supergroup,
                permissionsEnabled,
                files,
                listingLimit,
                deleteBatch,
                dataNodeDeadAfter,
                limits,
                changed,
                security);
    }

    public NameNodeConfig withSecurity(SecurityConfig changed) {
        return new NameNodeConfig(
                superuser,
                supergroup,
                permissionsEnabled,
                files,
                listingLimit,
                deleteBatch,
                dataNodeDeadAfter,
                limits,
                features,
                changed);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
