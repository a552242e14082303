package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

/**
 * What few inodes have: the parts of an inode that cost nothing where nobody uses them.
 *
 * @param acl entries of access control beyond the mode
 * @param storagePolicy HDFS's number of the storage policy that was set here; {@link #UNSPECIFIED} if none was
 * @param xAttrs what is to be known of its extended attributes without reading them
 */
public record Features(Acl acl, int storagePolicy, XAttrSummary xAttrs) {
    /** No storage policy of its own: that of the directory above. */
    public static final int UNSPECIFIED = 0;

    /** No feature at all. */
    public static final Features NONE = new Features(Acl.NONE, UNSPECIFIED, XAttrSummary.NONE);

    private static final int MOST_POLICIES = 127;

    public Features {
        requireNonNull(acl, "acl");
        requireNonNull(xAttrs, "xAttrs");
        if (storagePolicy < UNSPECIFIED || storagePolicy > MOST_POLICIES) {
            throw new IllegalArgumentException("no storage policy has the number " + storagePolicy);
        }
    }

    public boolean isNone() {
        return acl.isNone() && storagePolicy == UNSPECIFIED && xAttrs.equals(XAttrSummary.NONE);
    }

    /** Whether it has details: rows of its own, which go with it. */
    public boolean hasDetails() {
        return xAttrs.count() > 0;
    }

    public Features withAcl(Acl changed) {
        return new Features(changed, storagePolicy, xAttrs);
    }

    public Features withStoragePolicy(int changed) {
        return new Features(acl, changed, xAttrs);
    }

    public Features withXAttrs(XAttrSummary changed) {
        return new Features(acl, storagePolicy, changed);
    }
}
