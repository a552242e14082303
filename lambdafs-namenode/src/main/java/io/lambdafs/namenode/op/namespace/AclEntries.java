package io.lambdafs.namenode.op.namespace;

import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.Permission;
import io.lambdafs.wire.ErrorCode;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryScopeProto;
import org.apache.hadoop.hdfs.protocol.proto.AclProtos.AclEntryProto.AclEntryTypeProto;

/**
 * The entries of an ACL in a request, and what they make of an inode whose ACL is minimal: the three entries of owner, group
 * and others, which are its mode. No inode has other entries.
 *
 * @param path of the inode, for refusals
 */
record AclEntries(FsPath path, List<AclEntryProto> entries) {
    /** HDFS's bound on the entries of one scope. */
    private static final int MAX_ENTRIES = 32;

    private static final Set<AclEntryTypeProto> BASE =
            EnumSet.of(AclEntryTypeProto.USER, AclEntryTypeProto.GROUP, AclEntryTypeProto.OTHER);

    AclEntries {
        entries = List.copyOf(entries);
        for (AclEntryScopeProto scope : AclEntryScopeProto.values()) {
            long count =
                    entries.stream().filter(entry -> entry.getScope() == scope).count();
            if (count > MAX_ENTRIES) {
                throw refused(
                        path,
                        "Invalid ACL: ACL has " + count + " " + scope.name().toLowerCase(Locale.ROOT)
                                + " entries, which exceeds maximum of " + MAX_ENTRIES + ".");
            }
        }
    }

    /** The mode if these entries replace those of the inode; an empty list removes what goes beyond the mode: nothing. */
    Permission replacing(Permission present) {
        if (entries.isEmpty()) {
            return present;
        }
        Map<AclEntryTypeProto, AclEntryProto> base = baseEntries(true);
        if (base.size() < BASE.size()) {
            throw refused(path, "Invalid ACL: the user, group and other entries are required.");
        }
        return mode(present, base);
    }

    /** The mode if these entries are merged into those of the inode. */
    Permission mergedInto(Permission present) {
        return mode(present, baseEntries(false));
    }

    /** Makes sure that an inode can do without these entries: it needs the three, and has no others. */
    void requireRemovable() {
        if (entries.stream().anyMatch(AclEntries::isBase)) {
            throw refused(path, "Invalid ACL: the user, group and other entries are required.");
        }
    }

    private Map<AclEntryTypeProto, AclEntryProto> baseEntries(boolean eachOnce) {
        Map<AclEntryTypeProto, AclEntryProto> base = new EnumMap<>(AclEntryTypeProto.class);
        for (AclEntryProto entry : entries) {
            if (!isBase(entry)) {
                throw refused(
                        path,
                        "The ACL operation has been rejected.  Support for ACLs has been disabled: only the entries"
                                + " of owner, group and others can be set, not " + text(entry) + ".");
            }
            if (base.put(entry.getType(), entry) != null && eachOnce) {
                throw refused(path, "Invalid ACL: multiple entries with same scope, type and name.");
            }
        }
        return base;
    }

    private static Permission mode(Permission present, Map<AclEntryTypeProto, AclEntryProto> base) {
        int mode = present.mode() & ~0777;
        mode |= bits(base, AclEntryTypeProto.USER, present.ownerBits()) << 6;
        mode |= bits(base, AclEntryTypeProto.GROUP, present.groupBits()) << 3;
        mode |= bits(base, AclEntryTypeProto.OTHER, present.otherBits());
        return new Permission(mode);
    }

    private static int bits(Map<AclEntryTypeProto, AclEntryProto> base, AclEntryTypeProto type, int present) {
        AclEntryProto entry = base.get(type);
        return entry == null ? present : entry.getPermissions().getNumber();
    }

    private static boolean isBase(AclEntryProto entry) {
        return entry.getScope() == AclEntryScopeProto.ACCESS
                && BASE.contains(entry.getType())
                && entry.getName().isEmpty();
    }

    /** As {@code setfacl} takes it. */
    private static String text(AclEntryProto entry) {
        int bits = entry.getPermissions().getNumber();
        return (entry.getScope() == AclEntryScopeProto.DEFAULT ? "default:" : "")
                + entry.getType().name().toLowerCase(Locale.ROOT)
                + ":" + entry.getName() + ":"
                + ((bits & 4) != 0 ? 'r' : '-')
                + ((bits & 2) != 0 ? 'w' : '-')
                + ((bits & 1) != 0 ? 'x' : '-');
    }

    private static FsException refused(FsPath path, String why) {
        return new FsException(ErrorCode.INVALID_ACL, why + " Path: " + path);
    }
}
