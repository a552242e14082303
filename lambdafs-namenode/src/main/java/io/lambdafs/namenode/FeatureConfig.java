package io.lambdafs.namenode;

import io.lambdafs.store.Detail;
import java.time.Duration;

/**
 * What inodes may have beyond a mode, and what happens to them as time passes, with HDFS's meaning and defaults.
 *
 * @param posixAclInheritance whether default entries of access control are limited by the mode that was asked for before the
 *     mask of the user's process was applied ({@code dfs.namenode.posix.acl.inheritance.enabled}); otherwise by the mode after
 * @param maxExtendedAttributes the most extended attributes of an inode that users can see
 *     ({@code dfs.namenode.fs-limits.max-xattrs-per-inode})
 * @param maxExtendedAttributeBytes the most bytes of an attribute's name and value together
 *     ({@code dfs.namenode.fs-limits.max-xattr-size})
 * @param storagePolicies whether storage policies may be set ({@code dfs.storage.policy.enabled})
 * @param ownersSetQuotas whether the owner of a directory may set the quotas of the directories in it; otherwise only superusers set
 *     quotas ({@code dfs.permissions.allow.owner.set.quota})
 * @param accessTimePrecision how old the time at which a file was read last may be before a reader renews it; zero if no reader does,
 *     and if nobody may set it ({@code dfs.namenode.accesstime.precision})
 * @param trashInterval how long what users delete stays in their trash, in whole minutes; zero if clients get no trash
 *     ({@code fs.trash.interval})
 */
public record FeatureConfig(
        boolean posixAclInheritance,
        int maxExtendedAttributes,
        int maxExtendedAttributeBytes,
        boolean storagePolicies,
        boolean ownersSetQuotas,
        Duration accessTimePrecision,
        Duration trashInterval) {
    /** The most extended attributes that an inode may be allowed to have. */
    public static final int MOST_EXTENDED_ATTRIBUTES = 1000;

    /** The most bytes that an extended attribute may be allowed to have: what a row of every store has room for. */
    public static final int MOST_EXTENDED_ATTRIBUTE_BYTES = 16_384;

    public FeatureConfig {
        require(maxExtendedAttributes, MOST_EXTENDED_ATTRIBUTES, "maxExtendedAttributes");
        require(maxExtendedAttributeBytes, MOST_EXTENDED_ATTRIBUTE_BYTES, "maxExtendedAttributeBytes");
        if (accessTimePrecision.isNegative()) {
            throw new IllegalArgumentException("accessTimePrecision must not be negative: " + accessTimePrecision);
        }
        if (trashInterval.isNegative() || !trashInterval.equals(Duration.ofMinutes(trashInterval.toMinutes()))) {
            throw new IllegalArgumentException("trashInterval must be of whole minutes: " + trashInterval);
        }
        assert MOST_EXTENDED_ATTRIBUTE_BYTES < Detail.MAX_BYTES;
    }

    private static void require(int value, int most, String what) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(what + " must lie between 1 and " + most + ", not " + value);
        }
    }

    /** Whether files have a time of access that follows their readers. */
    public boolean accessTimes() {
        return !accessTimePrecision.isZero();
    }

    public FeatureConfig withAccessTimePrecision(Duration changed) {
        return new FeatureConfig(
                posixAclInheritance,
                maxExtendedAttributes,
                maxExtendedAttributeBytes,
                storagePolicies,
                ownersSetQuotas,
                changed,
                trashInterval);
    }

    public static FeatureConfig defaults() {
        return new FeatureConfig(
                true, 32, MOST_EXTENDED_ATTRIBUTE_BYTES, true, false, Duration.ofHours(1), Duration.ZERO);
    }
}
