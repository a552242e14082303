package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

/**
 * What every inode has besides its place: owner, group, permission and times.
 *
 * @param modificationMillis time of the last change, in milliseconds since the epoch
 * @param accessMillis time of the last access, in milliseconds since the epoch; 0 for a directory that nobody set
 */
public record Attributes(
        String owner, String group, Permission permission, long modificationMillis, long accessMillis) {
    public Attributes {
        requireNonNull(owner, "owner");
        requireNonNull(group, "group");
        requireNonNull(permission, "permission");
    }

    public Attributes withPermission(Permission changed) {
        return new Attributes(owner, group, changed, modificationMillis, accessMillis);
    }

    public Attributes withOwner(String changedOwner, String changedGroup) {
        return new Attributes(changedOwner, changedGroup, permission, modificationMillis, accessMillis);
    }

    public Attributes withTimes(long modification, long access) {
        return new Attributes(owner, group, permission, modification, access);
    }

    public Attributes withModification(long modification) {
        return withTimes(modification, accessMillis);
    }
}
