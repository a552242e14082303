package io.lambdafs.namenode;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.wire.ErrorCode;
import java.util.Set;

/**
 * The limits that a cluster's operator sets on changes of the namespace, with HDFS's meaning and in its words.
 *
 * @param protectedDirectories those that are neither deleted nor moved unless they are empty
 *     ({@code fs.protected.directories})
 * @param protectsSubdirectories whether the same holds for directories below them
 *     ({@code dfs.protected.subdirectories.enable})
 * @param maxDirectoryItems the most entries of a directory, 1 to 6,400,000
 *     ({@code dfs.namenode.fs-limits.max-directory-items})
 * @param maxObjects about how many inodes and blocks there may be; 0 for any number ({@code dfs.namenode.max.objects})
 */
public record NamespaceLimits(
        Set<FsPath> protectedDirectories, boolean protectsSubdirectories, int maxDirectoryItems, long maxObjects) {
    /** The most that a directory may be allowed to have, as in HDFS. */
    public static final int MOST_DIRECTORY_ITEMS = 6_400_000;

    public NamespaceLimits {
        protectedDirectories = Set.copyOf(protectedDirectories);
        if (maxDirectoryItems < 1 || maxDirectoryItems > MOST_DIRECTORY_ITEMS) {
            throw new IllegalArgumentException(
                    "maxDirectoryItems must lie between 1 and " + MOST_DIRECTORY_ITEMS + ", not " + maxDirectoryItems);
        }
        if (maxObjects < 0) {
            throw new IllegalArgumentException("maxObjects must not be negative: " + maxObjects);
        }
    }

    /** HDFS's defaults: nothing is protected, and a directory has at most 1,048,576 entries. */
    public static NamespaceLimits defaults() {
        return new NamespaceLimits(Set.of(), false, 1 << 20, 0);
    }

    /**
     * Refuses one more entry of a directory that has as many as it may.
     *
     * @param path where the directory is
     */
    public void requireRoom(Directory directory, FsPath path) {
        if (directory.children() >= maxDirectoryItems) {
            throw new FsException(
                    ErrorCode.TOO_MANY_DIRECTORY_ITEMS,
                    "The directory item limit of " + path + " is exceeded: limit=" + maxDirectoryItems + " items="
                            + directory.children());
        }
    }
}
