package io.lambdafs.acl;

import io.lambdafs.fs.Acl;
import io.lambdafs.fs.AclEntry;
import io.lambdafs.fs.AclEntry.EntryType;
import io.lambdafs.fs.AclEntry.Scope;
import io.lambdafs.fs.FsException;
import io.lambdafs.wire.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What becomes of an inode's entries when some are added, removed or replaced: the rules of POSIX.1e draft 17, section 23.1,
 * with HDFS's limits and HDFS's words for what is refused.
 *
 * <p>Every method throws {@link FsException} with {@link ErrorCode#INVALID_ACL} if the request or its result is no list of
 * access control. Nothing is said of the path: only the caller knows it.
 */
public final class AclChanges {
    /** HDFS's bound on the entries of one scope. */
    public static final int MAX_ENTRIES = 32;

    /** The most bytes of the name of a user or group: what every store has room for. */
    public static final int MAX_NAME_BYTES = 255;

    private static final Set<EntryType> BASE = EnumSet.of(EntryType.USER, EntryType.GROUP, EntryType.OTHER);

    private AclChanges() {}

    /** Adds these entries; those that are about the same as a present one replace it. */
    public static ModeAndAcl merge(ModeAndAcl present, List<AclEntry> request) {
        Draft draft = new Draft();
        List<AclEntry> asked = checked(request);
        List<AclEntry> before = present.allEntries();
        for (AclEntry old : before) {
            asked.stream()
                    .filter(old::isAboutTheSameAs)
                    .reduce((first, second) -> second)
                    .ifPresentOrElse(draft::change, () -> draft.keep(old));
        }
        asked.stream().filter(entry -> !contains(before, entry)).forEach(draft::change);
        return draft.result(present);
    }

    /** Removes these entries, whatever their bits; those that are not there are passed over. */
    public static ModeAndAcl remove(ModeAndAcl present, List<AclEntry> request) {
        Draft draft = new Draft();
        List<AclEntry> removed = checked(request);
        for (AclEntry old : present.allEntries()) {
            if (contains(removed, old)) {
                draft.remove(old);
            } else {
                draft.keep(old);
            }
        }
        return draft.result(present);
    }

    /** Removes what children inherit. */
    public static ModeAndAcl removeDefaults(ModeAndAcl present) {
        return new ModeAndAcl(present.mode(), new Acl(present.acl().accessEntries()));
    }

    /** Replaces all entries of each scope that the request has entries of; an empty one removes the whole list. */
    public static ModeAndAcl replace(ModeAndAcl present, List<AclEntry> request) {
        if (request.isEmpty()) {
            return present.withoutAcl();
        }
        Draft draft = new Draft();
        checked(request).forEach(draft::change);
        for (AclEntry old : present.allEntries()) {
            if (!draft.changed.contains(old.scope())) {
                draft.keep(old);
            }
        }
        return draft.result(present);
    }

    private static boolean contains(List<AclEntry> entries, AclEntry wanted) {
        return entries.stream().anyMatch(wanted::isAboutTheSameAs);
    }

    private static List<AclEntry> checked(List<AclEntry> request) {
        requireNotTooMany(request);
        request.forEach(AclChanges::requireShortName);
        return request.stream().sorted().toList();
    }

    private static void requireShortName(AclEntry entry) {
        int length = entry.name().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_NAME_BYTES) {
            throw refused("the name of a user or group has at most " + MAX_NAME_BYTES + " bytes, not " + length + ".");
        }
    }

    private static void requireNotTooMany(List<AclEntry> entries) {
        for (Scope scope : Scope.values()) {
            long count =
                    entries.stream().filter(entry -> entry.scope() == scope).count();
            if (count > MAX_ENTRIES) {
                throw refused("ACL has " + count + " " + scope.name().toLowerCase(Locale.ROOT)
                        + " entries, which exceeds maximum of " + MAX_ENTRIES + ".");
            }
        }
    }

    private static FsException refused(String why) {
        return new FsException(ErrorCode.INVALID_ACL, "Invalid ACL: " + why);
    }

    /** A list while it is changed. The masks are kept apart until it is known whether they are to be computed. */
    private static final class Draft {
        private final List<AclEntry> entries = new ArrayList<>();
        private final Map<Scope, AclEntry> masks = new EnumMap<>(Scope.class);
        private final Set<Scope> changed = EnumSet.noneOf(Scope.class);
        private final Set<Scope> maskChanged = EnumSet.noneOf(Scope.class);

        void keep(AclEntry entry) {
            if (entry.type() == EntryType.MASK) {
                masks.put(entry.scope(), entry);
            } else {
                entries.add(entry);
            }
        }

        void change(AclEntry entry) {
            remove(entry);
            keep(entry);
        }

        void remove(AclEntry entry) {
            changed.add(entry.scope());
            if (entry.type() == EntryType.MASK) {
                maskChanged.add(entry.scope());
            }
        }

        ModeAndAcl result(ModeAndAcl present) {
            completeDefaults();
            addMasks();
            Collections.sort(entries);
            requireSound();
            return ModeAndAcl.ofAll(entries, present.mode().sticky());
        }

        /** Default entries of owner, group and others that nobody gave are those of access. */
        private void completeDefaults() {
            if (entries.stream().noneMatch(entry -> entry.scope() == Scope.DEFAULT)) {
                return;
            }
            for (EntryType type : BASE) {
                if (base(Scope.DEFAULT, type).isEmpty()) {
                    base(Scope.ACCESS, type).forEach(entry -> entries.add(entry.in(Scope.DEFAULT)));
                }
            }
        }

        private List<AclEntry> base(Scope scope, EntryType type) {
            return entries.stream()
                    .filter(entry -> entry.scope() == scope && entry.type() == type && !entry.isNamed())
                    .limit(1)
                    .toList();
        }

        /** A mask is what was asked for, or else the union of what the entries permit that it limits. */
        private void addMasks() {
            for (Scope scope : Scope.values()) {
                List<AclEntry> own =
                        entries.stream().filter(entry -> entry.scope() == scope).toList();
                boolean needed = own.stream().anyMatch(AclEntry::isNamed);
                AclEntry given = masks.get(scope);
                if (own.isEmpty()) {
                    continue;
                }
                if (given == null && needed && maskChanged.contains(scope)) {
                    throw refused("mask is required and cannot be deleted.");
                }
                if (given != null && (!changed.contains(scope) || maskChanged.contains(scope))) {
                    entries.add(given);
                } else if (needed || given != null) {
                    int union = own.stream()
                            .filter(entry -> entry.isNamed() || entry.type() == EntryType.GROUP)
                            .mapToInt(AclEntry::bits)
                            .reduce(0, (left, right) -> left | right);
                    entries.add(new AclEntry(scope, EntryType.MASK, "", union));
                }
            }
        }

        private void requireSound() {
            for (int i = 0; i < entries.size(); i++) {
                AclEntry entry = entries.get(i);
                if (i > 0 && entries.get(i - 1).isAboutTheSameAs(entry)) {
                    throw refused("multiple entries with same scope, type and name.");
                }
                if (entry.isNamed() && (entry.type() == EntryType.MASK || entry.type() == EntryType.OTHER)) {
                    throw refused("this entry type must not have a name: " + entry + ".");
                }
            }
            requireNotTooMany(entries);
            for (EntryType type : BASE) {
                boolean complete = !base(Scope.ACCESS, type).isEmpty()
                        && (entries.stream().noneMatch(entry -> entry.scope() == Scope.DEFAULT)
                                || !base(Scope.DEFAULT, type).isEmpty());
                if (!complete) {
                    throw refused("the user, group and other entries are required.");
                }
            }
        }
    }
}
