package io.lambdafs.namenode;

import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.inotify.EventBytes;
import io.lambdafs.store.StoreException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What one write transaction changes, for the caches that must forget it. Used by one thread.
 *
 * <p>No NameNode caches files under construction: a change of only such a file is not recorded here.
 */
public final class ChangeSet {
    private final Set<FsPath> paths = new HashSet<>();
    private final Set<FsPath> directories = new HashSet<>();
    private final Set<FsPath> subtrees = new HashSet<>();
    private final List<INodeId> detached = new ArrayList<>();
    private final ByteArrayOutputStream events = new ByteArrayOutputStream();
    private final Scope quiesced;
    private final boolean needed;
    private final boolean holding;

    private ChangeSet(Scope quiesced, boolean needed, boolean holding) {
        this.quiesced = quiesced;
        this.needed = needed;
        this.holding = holding;
    }

    /** For a NameNode without caches. */
    public static ChangeSet untold() {
        return new ChangeSet(Scope.NOTHING, false, false);
    }

    /**
     * For an attempt before which caches have forgotten this, and writes below its prefixes have ended.
     *
     * @param holding whether rows were locked before the attempt began
     */
    static ChangeSet after(Scope quiesced, boolean holding) {
        return new ChangeSet(quiesced, true, holding);
    }

    /** The inode at this path appears, goes or changes; it is no directory that goes or whose resolution changes. */
    public void changed(FsPath path) {
        paths.add(path);
    }

    /** The inode at this path gets another owner, group or permission, and stays where it is. */
    public void permissionChanged(FsPath path, INode inode) {
        (inode.isDirectory() ? directories : paths).add(path);
    }

    /** The inode at this path goes or moves: of a directory, that concerns all below. */
    public void resolutionChanged(FsPath path, INode inode) {
        (inode.isDirectory() ? subtrees : paths).add(path);
    }

    /**
     * This directory's times change, and nothing else of it.
     *
     * @param before as it was read under its lock
     */
    public void timesChanged(FsPath path, INode before) {
        if (before instanceof Directory directory && directory.observed()) {
            paths.add(path);
        }
    }

    /** Tells the watchers of the namespace of this event. */
    public void happens(EventBytes event) {
        event.writeTo(events);
    }

    /** What happens, for the store's change feed; nothing if nothing does. */
    byte[] announcement() {
        return events.toByteArray();
    }

    /** This inode, with all that is below it, was moved under {@link INodeId#DELETED} and is to be emptied. */
    public void detached(INodeId root) {
        detached.add(root);
    }

    /**
     * Makes sure that nothing below the directories told so far changes until the transaction ends, before something is
     * read that is only true of them as they are.
     */
    public void requireQuiesced() {
        if (!needed || subtrees.isEmpty()) {
            return;
        }
        Scope missing = scope().without(quiesced);
        if (missing.isSubtree()) {
            throw new SubtreeNotQuiesced(missing);
        }
    }

    /** Makes sure that no row is locked yet, before something is waited for that may need one: the next attempt locks none ahead. */
    public void requireNothingHeld() {
        if (holding) {
            throw new StoreException(StoreException.Kind.CONFLICT, "rows were locked that others need first");
        }
    }

    /** What is to be forgotten before the commit, and is not yet. */
    Scope remaining() {
        return needed ? scope().without(quiesced) : Scope.NOTHING;
    }

    /** Whether nothing changes that a cache would have to forget. */
    boolean isEmpty() {
        return paths.isEmpty() && directories.isEmpty() && subtrees.isEmpty();
    }

    /** All that changes. */
    public Scope scope() {
        return new Scope(paths, directories, subtrees);
    }

    public List<INodeId> detachedRoots() {
        return List.copyOf(detached);
    }
}
