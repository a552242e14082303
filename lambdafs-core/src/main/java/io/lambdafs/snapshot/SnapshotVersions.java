package io.lambdafs.snapshot;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.fs.SnapshotState.Witness;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.INodeTable;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import io.lambdafs.store.Transaction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The versions of rows that snapshots show, as details of inodes.
 *
 * <p>A version is a detail of its inode, with the latest snapshot that shows it for a label, so that one read finds the
 * version for a snapshot. A detail of its parent tells that there was such an entry: its label begins with a hash of
 * the name. Each directory whose snapshots show the version has a detail that says that something changed. Its label
 * begins with the snapshot, so that the changes since a snapshot are found without a walk. What is made below a
 * directory with snapshots, or moved there, has such a detail without a version, so that nothing need be listed to find
 * it.
 */
public final class SnapshotVersions {
    /** Ids above it do not fit into a label beside a hash or a snapshot. */
    static final long GREATEST_ID = (1L << 39) - 1;

    private static final DetailKey NUMBER = new DetailKey(INodeId.NONE, DetailKind.SNAPSHOT_NUMBER, 0);
    private static final int ID_BITS = 39;
    private static final int HASH_BITS = 24;
    private static final int ATTRIBUTE_BITS = 20;
    private static final int PAGE = 1000;

    private final Transaction tx;

    /** The versions in the store that this transaction reads. */
    public SnapshotVersions(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    /** Keeps the row as it is for these snapshots, each of which shows it. */
    void keep(INode inode, List<Witness> showing) {
        requireLabel(inode.id());
        int until = showing.stream().mapToInt(Witness::latest).max().orElseThrow();
        SnapshotVersion version = new SnapshotVersion(inode, until, showing);
        tx.details().put(new Detail(key(inode.id(), until), version.encode()));
        tx.details().put(new Detail(entryKey(inode), inode.name().bytes()));
        for (Witness witness : showing) {
            putChange(witness, inode.id(), Cause.KEPT);
        }
        if (inode.attributes().features().xAttrs().count() > 0) {
            keepAttributes(inode.id(), until);
        }
    }

    /** Tells that an inode came below these directories after their latest snapshots. */
    void arrived(INodeId inode, List<Witness> seeing, Cause cause) {
        requireLabel(inode);
        seeing.forEach(witness -> putChange(witness, inode, cause));
    }

    /** Takes away that an inode came after this snapshot of these directories; nothing of it was kept. */
    void departed(INodeId inode, List<Witness> seeing, int since) {
        tx.details()
                .delete(seeing.stream()
                        .map(witness -> changeKey(new Witness(witness.root(), since), inode))
                        .toList());
    }

    private void putChange(Witness witness, INodeId inode, Cause cause) {
        tx.details().put(new Detail(changeKey(witness, inode), cause.value()));
    }

    private static void requireLabel(INodeId inode) {
        if (inode.value() > GREATEST_ID) {
            throw new StoreException(
                    Kind.INTERNAL, "inode " + inode + " has too great a number for snapshots: take none above it");
        }
    }

    private void keepAttributes(INodeId inode, int until) {
        for (Detail attribute : tx.details().of(inode, DetailKind.EXTENDED_ATTRIBUTE, 0, PAGE)) {
            long label = ((long) until << ATTRIBUTE_BITS) | attribute.key().label();
            tx.details().put(new Detail(new DetailKey(inode, DetailKind.SNAPSHOT_ATTRIBUTE, label), attribute.value()));
        }
    }

    /** The extended attributes that belong to a version, with the labels that they had. */
    public List<Detail> attributes(SnapshotVersion version) {
        long from = (long) version.until() << ATTRIBUTE_BITS;
        long to = (long) (version.until() + 1) << ATTRIBUTE_BITS;
        INodeId inode = version.inode().id();
        return tx.details().of(inode, DetailKind.SNAPSHOT_ATTRIBUTE, from, PAGE).stream()
                .filter(detail -> detail.key().label() < to)
                .map(detail -> new Detail(
                        new DetailKey(
                                inode,
                                DetailKind.EXTENDED_ATTRIBUTE,
                                detail.key().label() - from),
                        detail.value()))
                .toList();
    }

    /** Whether any version of the inode is kept. */
    public boolean exist(INodeId inode) {
        return !tx.details().of(inode, DetailKind.SNAPSHOT_VERSION, 0, 1).isEmpty();
    }

    /** All versions of the inode, the oldest first. */
    public List<SnapshotVersion> of(INodeId inode) {
        return tx.details().of(inode, DetailKind.SNAPSHOT_VERSION, 0, INodeTable.MAX_BATCH).stream()
                .map(detail -> SnapshotVersion.decode(detail.value()))
                .toList();
    }

    /** How the inode's row was when this snapshot was taken, if it has changed since. */
    public Optional<SnapshotVersion> at(INodeId inode, int snapshot) {
        return tx.details().of(inode, DetailKind.SNAPSHOT_VERSION, snapshot, 1).stream()
                .map(detail -> SnapshotVersion.decode(detail.value()))
                .filter(version -> version.isShownBy(snapshot))
                .findFirst();
    }

    /** The versions of inodes of which these snapshots are the latest that show them, as far as there are such versions. */
    public Map<INodeId, SnapshotVersion> until(Map<INodeId, Integer> snapshots) {
        Map<INodeId, SnapshotVersion> found = new HashMap<>();
        List<DetailKey> keys = new ArrayList<>();
        snapshots.forEach((inode, snapshot) -> keys.add(key(inode, snapshot)));
        for (int from = 0; from < keys.size(); from += PAGE) {
            List<DetailKey> page = keys.subList(from, Math.min(keys.size(), from + PAGE));
            tx.details()
                    .get(page)
                    .forEach(detail -> found.put(detail.key().inode(), SnapshotVersion.decode(detail.value())));
        }
        return found;
    }

    /** The entry with this name that a directory had in this snapshot, if that has changed or gone since. */
    public Optional<SnapshotVersion> find(INodeId parent, Name name, int snapshot) {
        long first = (long) hash(name) << ID_BITS;
        long end = first + GREATEST_ID;
        for (long from = first; ; ) {
            List<Detail> page = tx.details().of(parent, DetailKind.SNAPSHOT_ENTRY, from, PAGE);
            for (Detail entry : page) {
                if (entry.key().label() > end) {
                    return Optional.empty();
                }
                if (Name.of(entry.value()).equals(name)) {
                    Optional<SnapshotVersion> found =
                            at(inode(entry), snapshot).filter(version -> isAt(version, parent, name));
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
            if (page.size() < PAGE) {
                return Optional.empty();
            }
            from = page.get(page.size() - 1).key().label() + 1;
        }
    }

    private static boolean isAt(SnapshotVersion version, INodeId parent, Name name) {
        return version.inode().parent().equals(parent) && version.inode().name().equals(name);
    }

    /** The entries that a directory had in this snapshot and that have changed or gone since, by their names. */
    public Map<Name, SnapshotVersion> entries(INodeId parent, int snapshot) {
        Map<Name, SnapshotVersion> found = new LinkedHashMap<>();
        for (long from = 0; ; ) {
            List<Detail> page = tx.details().of(parent, DetailKind.SNAPSHOT_ENTRY, from, PAGE);
            for (Detail entry : page) {
                Name name = Name.of(entry.value());
                at(inode(entry), snapshot)
                        .filter(version -> isAt(version, parent, name))
                        .ifPresent(version -> found.put(name, version));
            }
            if (page.size() < PAGE) {
                return found;
            }
            from = page.get(page.size() - 1).key().label() + 1;
        }
    }

    private static INodeId inode(Detail labelled) {
        return new INodeId(labelled.key().label() & GREATEST_ID);
    }

    /** Why a directory's changes have an inode. */
    public enum Cause {
        /** A version of it was kept. */
        KEPT(new byte[0]),
        /** It was made after the snapshot, which does not show it, nor does an earlier one. */
        MADE(new byte[] {1}),
        /** It was moved to where it is after the snapshot. A version may have been kept besides, when it was moved away before. */
        MOVED(new byte[] {2});

        private final byte[] value;

        Cause(byte[] value) {
            this.value = value;
        }

        private byte[] value() {
            return value.clone();
        }

        private static Cause of(byte[] value) {
            for (Cause cause : values()) {
                if (Arrays.equals(cause.value, value)) {
                    return cause;
                }
            }
            throw new StoreException(Kind.INTERNAL, "a change kept for snapshots has an unknown cause");
        }
    }

    /**
     * A change that was kept for snapshots of a directory.
     *
     * @param label where it stands among the directory's changes
     * @param snapshot the latest of the directory's snapshots that shows how it was
     */
    public record Change(INodeId inode, int snapshot, long label, Cause cause) {}

    /** The changes kept for a directory's snapshots from this label on; the label of the first of a snapshot is {@link #firstOf}. */
    public List<Change> changes(INodeId root, long from, int limit) {
        return tx.details().of(root, DetailKind.SNAPSHOT_CHANGE, from, limit).stream()
                .map(detail -> new Change(
                        inode(detail),
                        (int) (detail.key().label() >>> ID_BITS),
                        detail.key().label(),
                        Cause.of(detail.value())))
                .toList();
    }

    /** The label from which on changes are later than those before this snapshot. */
    public static long firstOf(int snapshot) {
        return (long) snapshot << ID_BITS;
    }

    /** Takes a change away, of which there is no version any more. */
    public void forget(INodeId root, Change change) {
        tx.details().delete(List.of(new DetailKey(root, DetailKind.SNAPSHOT_CHANGE, change.label())));
    }

    /** Takes away a version, and all that leads to it. */
    public void remove(SnapshotVersion version, List<SnapshotVersion> others) {
        INode inode = version.inode();
        List<DetailKey> keys = new ArrayList<>();
        keys.add(key(inode.id(), version.until()));
        boolean entryStays = others.stream().anyMatch(other -> isAt(other, inode.parent(), inode.name()));
        if (!entryStays) {
            keys.add(entryKey(inode));
        }
        version.witnesses().forEach(witness -> keys.add(changeKey(witness, inode.id())));
        attributes(version)
                .forEach(attribute -> keys.add(new DetailKey(
                        inode.id(),
                        DetailKind.SNAPSHOT_ATTRIBUTE,
                        ((long) version.until() << ATTRIBUTE_BITS)
                                | attribute.key().label())));
        tx.details().delete(keys);
    }

    private static DetailKey key(INodeId inode, int until) {
        return new DetailKey(inode, DetailKind.SNAPSHOT_VERSION, until);
    }

    private static DetailKey entryKey(INode inode) {
        long label = ((long) hash(inode.name()) << ID_BITS) | inode.id().value();
        return new DetailKey(inode.parent(), DetailKind.SNAPSHOT_ENTRY, label);
    }

    private static DetailKey changeKey(Witness witness, INodeId inode) {
        return new DetailKey(witness.root(), DetailKind.SNAPSHOT_CHANGE, firstOf(witness.latest()) | inode.value());
    }

    /* Knuth's multiplicative hash spreads what String's leaves in the lower bits. */
    private static int hash(Name name) {
        return (Arrays.hashCode(name.bytes()) * 0x9E3779B1) >>> (Integer.SIZE - HASH_BITS);
    }

    /** The numbers of a directory's snapshots. */
    public Set<Integer> numbers(INodeId root) {
        Set<Integer> numbers = new TreeSet<>();
        for (long from = 0; ; ) {
            List<Detail> page = tx.details().of(root, DetailKind.SNAPSHOT, from, PAGE);
            page.forEach(detail -> numbers.add((int) detail.key().label()));
            if (page.size() < PAGE) {
                return numbers;
            }
            from = page.get(page.size() - 1).key().label() + 1;
        }
    }

    /** The number of the latest snapshot of any directory; 0 if there has never been one. */
    static int latest(Transaction tx) {
        List<Detail> found = tx.details().get(List.of(NUMBER));
        return found.isEmpty() ? 0 : number(found.get(0));
    }

    /**
     * The number for the next snapshot.
     *
     * @throws StoreException of kind INTERNAL if there is none
     */
    public int takeNumber() {
        List<Detail> locked = tx.details().lock(List.of(NUMBER));
        if (locked.isEmpty()) {
            // Nobody can lock what is not there; the root is.
            tx.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)));
            locked = tx.details().get(List.of(NUMBER));
        }
        int number = (locked.isEmpty() ? 0 : number(locked.get(0))) + 1;
        if (number > SnapshotState.MOST_SNAPSHOTS) {
            throw new StoreException(Kind.INTERNAL, "the file system has run out of numbers for snapshots");
        }
        tx.details()
                .put(new Detail(
                        NUMBER,
                        ByteBuffer.allocate(Integer.BYTES).putInt(number).array()));
        return number;
    }

    private static int number(Detail detail) {
        return ByteBuffer.wrap(detail.value()).getInt();
    }
}
