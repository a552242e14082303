package io.lambdafs.fs;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;
import java.util.Locale;

/**
 * One entry of an access control list.
 *
 * @param name of the user or group; empty for the owner, the owning group, the mask and all others
 * @param bits what it permits: 4 to read, 2 to write, 1 to execute, and their sums
 */
public record AclEntry(Scope scope, EntryType type, String name, int bits) implements Comparable<AclEntry> {
    private static final Comparator<AclEntry> ORDER =
            Comparator.comparing(AclEntry::scope).thenComparing(AclEntry::type).thenComparing(AclEntry::name);
    private static final int ALL_BITS = 7;

    /** Whether an entry decides access to the inode itself, or is inherited by what is made in the directory. */
    public enum Scope {
        ACCESS,
        DEFAULT
    }

    /** Whom an entry is about, in the order in which entries are kept. */
    public enum EntryType {
        USER,
        GROUP,
        MASK,
        OTHER
    }

    public AclEntry {
        requireNonNull(scope, "scope");
        requireNonNull(type, "type");
        requireNonNull(name, "name");
        if ((bits & ~ALL_BITS) != 0) {
            throw new IllegalArgumentException("an entry has bits 0 to 7, not " + bits);
        }
    }

    /** The entry with other bits. */
    public AclEntry withBits(int changed) {
        return new AclEntry(scope, type, name, changed);
    }

    /** The entry in another scope. */
    public AclEntry in(Scope changed) {
        return new AclEntry(changed, type, name, bits);
    }

    public boolean isNamed() {
        return !name.isEmpty();
    }

    /** Whether the other entry is about the same user, group or class in the same scope. */
    public boolean isAboutTheSameAs(AclEntry other) {
        return compareTo(other) == 0;
    }

    /** By scope, type and name, whatever the bits. */
    @Override
    public int compareTo(AclEntry other) {
        return ORDER.compare(this, other);
    }

    /** As the shell shows it: {@code default:user:ann:rw-}. */
    @Override
    public String toString() {
        return (scope == Scope.DEFAULT ? "default:" : "")
                + type.name().toLowerCase(Locale.ROOT) + ":" + name + ":"
                + ((bits & 4) != 0 ? 'r' : '-')
                + ((bits & 2) != 0 ? 'w' : '-')
                + ((bits & 1) != 0 ? 'x' : '-');
    }
}
