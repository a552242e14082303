package io.lambdafs.fs;

import io.lambdafs.fs.AclEntry.EntryType;
import io.lambdafs.fs.AclEntry.Scope;
import java.util.List;

/**
 * The access control entries that an inode has beyond its mode, and those that its children inherit.
 *
 * <p>As in HDFS, the entries of the owner, of the mask and of others are the mode's bits and are not repeated here. If there
 * are named entries, the group's bits of the mode are the mask, and the entry of the owning group is among these entries.
 *
 * @param entries in their order; those of scope DEFAULT are complete
 */
public record Acl(List<AclEntry> entries) {
    /** No more than the mode says. */
    public static final Acl NONE = new Acl(List.of());

    public Acl {
        entries = List.copyOf(entries);
    }

    public boolean isNone() {
        return entries.isEmpty();
    }

    /** Whether there are entries besides the mode that decide access to the inode. */
    public boolean hasAccessEntries() {
        return !entries.isEmpty() && entries.get(0).scope() == Scope.ACCESS;
    }

    /** The entries of named users, of the owning group and of named groups; empty if the mode says everything. */
    public List<AclEntry> accessEntries() {
        return in(Scope.ACCESS);
    }

    /** What is inherited by what is made in the directory; empty if nothing is. */
    public List<AclEntry> defaultEntries() {
        return in(Scope.DEFAULT);
    }

    private List<AclEntry> in(Scope scope) {
        return entries.stream().filter(entry -> entry.scope() == scope).toList();
    }

    /** The bits of the owning group, where the mode has those of the mask instead. */
    public int owningGroupBits(int groupBitsOfMode) {
        return entries.stream()
                .filter(entry -> entry.scope() == Scope.ACCESS && entry.type() == EntryType.GROUP && !entry.isNamed())
                .map(AclEntry::bits)
                .findFirst()
                .orElse(groupBitsOfMode);
    }
}
