package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

/**
 * What few inodes have: the parts of an inode that cost nothing where nobody uses them.
 *
 * @param acl entries of access control beyond the mode
 * @param storagePolicy HDFS's number of the storage policy that was set here; {@link #UNSPECIFIED} if none was
 * @param xAttrs what is to be known of its extended attributes without reading them
 * @param quota the limits of a directory and all below it; what they use is in details
 * @param snapshots what is to be known of snapshots of it, or of a directory above it
 * @param subtree the policy and the holder of the subtree that begins at it
 * @param encryption that an encryption zone begins at it, or by what its contents are encrypted
 */
public record Features(
        Acl acl,
        int storagePolicy,
        XAttrSummary xAttrs,
        QuotaCounts quota,
        SnapshotState snapshots,
        SubtreeMark subtree,
        Encryption encryption) {
    /** No storage policy of its own: that of the directory above. */
    public static final int UNSPECIFIED = 0;

    /** No feature at all. */
    public static final Features NONE = new Features(
            Acl.NONE,
            UNSPECIFIED,
            XAttrSummary.NONE,
            QuotaCounts.NO_LIMITS,
            SnapshotState.NONE,
            SubtreeMark.NONE,
            Encryption.NONE);

    private static final int MOST_POLICIES = 127;

    public Features {
        requireNonNull(acl, "acl");
        requireNonNull(xAttrs, "xAttrs");
        requireNonNull(quota, "quota");
        requireNonNull(snapshots, "snapshots");
        requireNonNull(subtree, "subtree");
        requireNonNull(encryption, "encryption");
        if (storagePolicy < UNSPECIFIED || storagePolicy > MOST_POLICIES) {
            throw new IllegalArgumentException("no storage policy has the number " + storagePolicy);
        }
    }

    /** Features without a quota, of an inode that is not encrypted, that no snapshot concerns and at which no programmable subtree begins. */
    public Features(Acl acl, int storagePolicy, XAttrSummary xAttrs) {
        this(acl, storagePolicy, xAttrs, QuotaCounts.NO_LIMITS, SnapshotState.NONE, SubtreeMark.NONE, Encryption.NONE);
    }

    public boolean isNone() {
        return acl.isNone()
                && storagePolicy == UNSPECIFIED
                && xAttrs.equals(XAttrSummary.NONE)
                && !hasQuota()
                && snapshots.isNone()
                && subtree.isNone()
                && encryption.isNone();
    }

    /** Whether the names, the space or the space on a type of storage is limited. */
    public boolean hasQuota() {
        return !quota.equals(QuotaCounts.NO_LIMITS);
    }

    /** Those that matter to what is below a directory: caches are invalidated when they change. */
    public Features onTheWay() {
        return snapshots.isNone() ? this : withSnapshots(snapshots.onTheWay());
    }

    /** Whether it has details: rows of its own, which go with it. */
    public boolean hasDetails() {
        return xAttrs.count() > 0 || hasQuota();
    }

    public Features withAcl(Acl changed) {
        return new Features(changed, storagePolicy, xAttrs, quota, snapshots, subtree, encryption);
    }

    public Features withStoragePolicy(int changed) {
        return new Features(acl, changed, xAttrs, quota, snapshots, subtree, encryption);
    }

    public Features withXAttrs(XAttrSummary changed) {
        return new Features(acl, storagePolicy, changed, quota, snapshots, subtree, encryption);
    }

    public Features withQuota(QuotaCounts changed) {
        return new Features(acl, storagePolicy, xAttrs, changed, snapshots, subtree, encryption);
    }

    public Features withSnapshots(SnapshotState changed) {
        return new Features(acl, storagePolicy, xAttrs, quota, changed, subtree, encryption);
    }

    public Features withSubtree(SubtreeMark changed) {
        return new Features(acl, storagePolicy, xAttrs, quota, snapshots, changed, encryption);
    }

    public Features withEncryption(Encryption changed) {
        return new Features(acl, storagePolicy, xAttrs, quota, snapshots, subtree, changed);
    }
}
