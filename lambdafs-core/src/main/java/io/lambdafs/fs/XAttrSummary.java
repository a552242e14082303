package io.lambdafs.fs;

/**
 * What an inode's row says of its extended attributes, which are rows of their own.
 *
 * @param count how many there are
 * @param changes how often they were changed. Each attribute notes the number of its last change; so a reader that reads this and
 *     then the attributes can tell whether they were changed between.
 * @param unreadableBySuperuser whether {@code security.hdfs.unreadable.by.superuser} is among them
 */
public record XAttrSummary(int count, long changes, boolean unreadableBySuperuser) {
    /** Of an inode whose attributes were never changed. */
    public static final XAttrSummary NONE = new XAttrSummary(0, 0, false);

    public XAttrSummary {
        if (count < 0 || changes < 0) {
            throw new IllegalArgumentException(count + " attributes after " + changes + " changes");
        }
    }
}
