package io.lambdafs.namenode.cache;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A directory: what resolving a path through it needs, what is known of its entries, and its times if they may be kept
 * here.
 */
final class DirectoryNode extends Node {
    /** Parent of nodes that are in no trie. */
    static final DirectoryNode NOWHERE =
            new DirectoryNode(new Directory(INodeId.NONE, INodeKey.FIRST, nobody()), principalOfNobody(), null, false);

    private static final int MISSES_BEFORE_MARK = 2;
    private static final int MISSES_BETWEEN_MARKS = 16;

    final boolean ownsChildren;
    private final long id;

    /** Null from when it changes until it is read again. */
    private volatile @Nullable Principal principal;

    /** Null while no entry is kept. */
    private volatile @Nullable ChildTable table;

    /** All entries in the order of their names; null while not all are known to be kept. */
    private volatile @Nullable CachedListing listing;

    /** Null while they are not known, or may not be kept. */
    private volatile @Nullable Times times;

    /** Whether its listing was read since the hand passed; as {@link #referenced}. */
    boolean listed;

    /** How often somebody asked for the times in vain; under the lock. */
    private byte timesMissed;

    /** Whether the listing was found to be longer than may be kept; under the lock. */
    boolean tooLong;

    /** Whether its entries were to be read ahead; once, for they may be too many, or be changed all the time. Under the lock. */
    private boolean readAhead;

    /** Whether this subtree was cut off the trie; under the lock. */
    boolean detached;

    /** What all entries below take up, and how many they are; under the lock. */
    long bytesBelow;

    int entriesBelow;

    private long losses;

    DirectoryNode(Directory directory, Principal principal, @Nullable DirectoryNode parent, boolean ownsChildren) {
        super(directory.name(), parent);
        this.id = directory.id().value();
        this.principal = principal;
        this.ownsChildren = ownsChildren;
    }

    private static Attributes nobody() {
        return new Attributes("", "", new Permission(0), 0, 0);
    }

    private static Principal principalOfNobody() {
        return Principal.of(nobody(), true);
    }

    long id() {
        return id;
    }

    INodeId inodeId() {
        return new INodeId(id);
    }

    /**
     * The directory; its times are 0, and its entries not counted, if they are not known. Null if its owner and permission are not
     * known.
     */
    @Nullable
    Directory directory() {
        Times known = times;
        return directory(known == null ? Times.UNKNOWN : known);
    }

    /** The directory with its times; null if they are not known. */
    @Nullable
    Directory directoryWithTimes() {
        Times known = times;
        return known == null ? null : directory(known);
    }

    private @Nullable Directory directory(Times at) {
        Principal present = principal;
        if (present == null) {
            return null;
        }
        INodeKey key = new INodeKey(parent == null ? INodeId.NONE : parent.inodeId(), name);
        return new Directory(
                inodeId(), key, present.attributes(at.modificationMillis, at.accessMillis), at.children, true);
    }

    /** Whether it resolves paths as this directory does. */
    boolean isOf(Directory directory) {
        Principal present = principal;
        return present != null && id == directory.id().value() && present.isOf(directory.attributes());
    }

    /** Whether it is this directory, of which the owner and the permission are not known. */
    boolean lacksPrincipalOf(Directory directory) {
        return principal == null && id == directory.id().value();
    }

    void keepPrincipal(Principal read) {
        principal = read;
    }

    void forgetPrincipal() {
        principal = null;
    }

    boolean knowsTimes() {
        return times != null;
    }

    /**
     * Notes, under the lock, that the times were asked for. Returns whether it is time to mark the row, so that they
     * can be kept. That is so at the second time, and now and then afterwards in case the marking failed.
     */
    boolean missTimes() {
        if (times != null) {
            return false;
        }
        timesMissed = (byte) ((timesMissed + 1) % MISSES_BETWEEN_MARKS);
        return timesMissed == MISSES_BEFORE_MARK;
    }

    /**
     * Notes, under the lock, that another file is about to be kept. Returns whether it is the second file, for the
     * first time.
     */
    boolean invitesReadAhead() {
        if (readAhead || childCount() != 1) {
            return false;
        }
        List<Node> only = new ArrayList<>();
        childTable().addTo(only);
        readAhead = only.get(0) instanceof FileNode;
        return readAhead;
    }

    void keepTimes(Directory row) {
        times = new Times(
                row.attributes().modificationMillis(), row.attributes().accessMillis(), row.children());
    }

    void forgetTimes() {
        times = null;
        timesMissed = 0;
    }

    @Nullable
    Node find(Name child) {
        ChildTable present = table;
        return present == null ? null : present.find(child);
    }

    @Nullable
    CachedListing listing() {
        return listing;
    }

    void keepListing(CachedListing complete) {
        listing = complete;
    }

    void forgetListing() {
        listing = null;
    }

    /** For the thread that holds the lock: the table to change, made now if there is none. */
    ChildTable childTable() {
        ChildTable present = table;
        if (present == null) {
            present = new ChildTable();
            table = present;
        }
        return present;
    }

    /** How often an entry was taken away; under the lock. */
    long losses() {
        return losses;
    }

    void removeChild(Node child) {
        losses++;
        ChildTable present = childTable();
        present.remove(child);
        if (present.size() == 0) {
            table = null;
        }
    }

    int childCount() {
        ChildTable present = table;
        return present == null ? 0 : present.size();
    }

    @Override
    boolean isLeaf() {
        return table == null;
    }

    @Override
    int bytes() {
        CachedListing known = listing;
        Principal present = principal;
        return Costs.DIRECTORY
                + Costs.name(name)
                + (present == null ? 0 : present.bytes())
                + (table == null ? 0 : Costs.TABLE)
                + (times == null ? 0 : Costs.TIMES)
                + (known == null ? 0 : known.bytes());
    }

    /** What entries made in a directory change of it. */
    private record Times(long modificationMillis, long accessMillis, long children) {
        static final Times UNKNOWN = new Times(0, 0, Directory.UNCOUNTED);
    }
}
