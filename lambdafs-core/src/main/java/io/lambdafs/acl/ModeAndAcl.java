package io.lambdafs.acl;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Acl;
import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.AclEntry.EntryType;
import io.lambdafs.fs.AclEntry.Scope;
import io.lambdafs.fs.Permission;
import java.util.ArrayList;
import java.util.List;

/** A mode and an access control list, which together decide which users may use an inode. */
public record ModeAndAcl(Permission mode, Acl acl) {
    /** Owner, group and others, in this order. */
    private static final int BASE_ENTRIES = 3;

    private static final int STICKY = 01000;

    public ModeAndAcl {
        requireNonNull(mode, "mode");
        requireNonNull(acl, "acl");
    }

    /** All entries in their order, those that the mode stands for included. */
    public List<AclEntry> allEntries() {
        List<AclEntry> all = new ArrayList<>();
        all.add(new AclEntry(Scope.ACCESS, EntryType.USER, "", mode.ownerBits()));
        if (acl.hasAccessEntries()) {
            all.addAll(acl.accessEntries());
            all.add(new AclEntry(Scope.ACCESS, EntryType.MASK, "", mode.groupBits()));
        } else {
            all.add(new AclEntry(Scope.ACCESS, EntryType.GROUP, "", mode.groupBits()));
        }
        all.add(new AclEntry(Scope.ACCESS, EntryType.OTHER, "", mode.otherBits()));
        all.addAll(acl.defaultEntries());
        return all;
    }

    /**
     * The mode and list that stand for these entries.
     *
     * @param sticky whether the mode has the sticky bit
     * @param all in their order, with those of owner, group and others in scope ACCESS, and with a mask if there are named ones
     */
    static ModeAndAcl ofAll(List<AclEntry> all, boolean sticky) {
        List<AclEntry> access =
                all.stream().filter(entry -> entry.scope() == Scope.ACCESS).toList();
        List<AclEntry> kept = new ArrayList<>();
        if (access.size() > BASE_ENTRIES) {
            kept.addAll(access.subList(1, access.size() - 2));
        }
        kept.addAll(all.subList(access.size(), all.size()));
        int bits = (access.get(0).bits() << 6)
                | (access.get(access.size() - 2).bits() << 3)
                | access.get(access.size() - 1).bits();
        return new ModeAndAcl(new Permission(bits | (sticky ? STICKY : 0)), new Acl(kept));
    }

    /** The mode alone, with the owning group's bits where those of the mask were. */
    public ModeAndAcl withoutAcl() {
        int group = acl.owningGroupBits(mode.groupBits());
        return new ModeAndAcl(new Permission((mode.mode() & ~070) | (group << 3)), Acl.NONE);
    }

    /**
     * What a new file or directory gets in a directory with such entries.
     *
     * @param parent the list of the directory
     * @param asked the mode that was asked for, without the mask of the user's process
     * @param masked the mode that was asked for, with the mask of the user's process: what it gets if it inherits nothing
     * @param directory whether it is a directory, which passes the entries on
     */
    public static ModeAndAcl inherited(Acl parent, Permission asked, Permission masked, boolean directory) {
        List<AclEntry> defaults = parent.defaultEntries();
        if (defaults.isEmpty()) {
            return new ModeAndAcl(masked, Acl.NONE);
        }
        boolean minimal = defaults.size() == BASE_ENTRIES;
        List<AclEntry> all = new ArrayList<>();
        for (AclEntry entry : defaults) {
            int allowed = switch (entry.type()) {
                case USER -> entry.isNamed() ? entry.bits() : asked.ownerBits();
                case GROUP -> minimal ? asked.groupBits() : entry.bits();
                case MASK -> asked.groupBits();
                case OTHER -> asked.otherBits();
            };
            all.add(entry.in(Scope.ACCESS).withBits(entry.bits() & allowed));
        }
        if (directory) {
            all.addAll(defaults);
        }
        return ofAll(all, asked.sticky());
    }
}
