package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

/**
 * What every inode has besides its place: owner, group, permission, times, and the features that few have.
 *
 * @param modificationMillis time of the last change, in milliseconds since the epoch
 * @param accessMillis time of the last access, in milliseconds since the epoch; 0 for a directory that nobody set
 */
public record Attributes(
        String owner,
        String group,
        Permission permission,
        long modificationMillis,
        long accessMillis,
        Features features) {
    public Attributes {
        requireNonNull(owner, "owner");
        requireNonNull(group, "group");
        requireNonNull(permission, "permission");
        requireNonNull(features, "features");
    }

    /** Those of an inode without features. */
    public Attributes(String owner, String group, Permission permission, long modificationMillis, long accessMillis) {
        this(owner, group, permission, modificationMillis, accessMillis, Features.NONE);
    }

    public Attributes withPermission(Permission changed) {
        return new Attributes(owner, group, changed, modificationMillis, accessMillis, features);
    }

    public Attributes withOwner(String changedOwner, String changedGroup) {
        return new Attributes(changedOwner, changedGroup, permission, modificationMillis, accessMillis, features);
    }

    public Attributes withTimes(long modification, long access) {
        return new Attributes(owner, group, permission, modification, access, features);
    }

    public Attributes withModification(long modification) {
        return withTimes(modification, accessMillis);
    }

    public Attributes withFeatures(Features changed) {
        return new Attributes(owner, group, permission, modificationMillis, accessMillis, changed);
    }
}
