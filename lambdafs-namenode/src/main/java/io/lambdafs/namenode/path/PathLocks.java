package io.lambdafs.namenode.path;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.namenode.snapshot.SnapshotPath;
import io.lambdafs.namenode.volume.VolumeView;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resolves paths in one transaction and locks the rows on them.
 *
 * <p>A path is resolved unlocked, then its rows are locked in one go, unless the store locked them when the transaction began
 * ({@code ForeseenLocks}), and under the locks every row must still have the key that it was found by; if not, the transaction
 * runs again. So a locked path cannot be moved or removed by anyone
 * else, at any level, until the transaction ends. Where the transaction itself keeps paths from being moved
 * ({@link PathPins}), the rows above those that change are not locked. That a name is absent is not locked: who inserts it holds its parent
 * EXCLUSIVE, and an insertion that finds the name taken makes the transaction run again too.
 *
 * <p>All locks are taken in the order of depth, then of id, each row once and in the strongest mode that is needed, so
 * that operations on one state of the namespace do not deadlock.
 */
public final class PathLocks {
    private final Transaction tx;
    private final @Nullable PathPins pins;

    private PathLocks(Transaction tx) {
        this.tx = tx;
        this.pins = tx instanceof PathPins able ? able : null;
    }

    public static PathLocks in(Transaction tx) {
        return new PathLocks(requireNonNull(tx, "tx"));
    }

    /**
     * What is on the path now; nothing is locked. A path that begins with an inode's number is resolved to the path of
     * that inode's present names, and what follows the number below it; FILE_NOT_FOUND without such an inode. A path below
     * {@code /.reserved/raw} is resolved to what follows that. Directories above what the path names may be found
     * without their times, until they are locked.
     */
    public ResolvedPath resolve(FsPath path) {
        return ReservedNames.isRaw(path)
                ? resolvePlain(ReservedNames.withoutRaw(path)).asRaw()
                : resolvePlain(path);
    }

    private ResolvedPath resolvePlain(FsPath path) {
        int snapshots = SnapshotPath.depthOf(path);
        if (snapshots >= 0) {
            return resolveInSnapshots(path, snapshots);
        }
        List<Directory> above = pins == null ? List.of() : pins.pin(path);
        if (!above.isEmpty()) {
            return new ResolvedPath(path, intoVolume(path, withEntry(above, path.name())));
        }
        Optional<INodeId> number = ReservedNames.inodeId(path);
        return number.isPresent()
                ? resolve(named(path, number.get()))
                : new ResolvedPath(path, intoVolume(path, tx.inodes().resolve(path.components())));
    }

    /** The namespace knows what leads to a volume; what is in it the volume knows. */
    private List<INode> intoVolume(FsPath path, List<INode> chain) {
        INode last = chain.get(chain.size() - 1);
        if (chain.size() > path.depth() || !VolumeView.isVolume(last)) {
            return chain;
        }
        List<INode> all = new ArrayList<>(chain);
        all.addAll(VolumeView.of(tx, last).resolve(path.components().subList(chain.size() - 1, path.depth())));
        return all;
    }

    /** A directory has {@code .snapshot} if snapshots of it may be taken; the path of another one ends at it. */
    private ResolvedPath resolveInSnapshots(FsPath path, int depth) {
        ResolvedPath above = resolve(path.prefix(depth));
        List<Name> names = path.components().subList(depth, path.depth());
        FsPath named = below(above.path(), names);
        Optional<SnapshotPath> found =
                above.exists() ? SnapshotPath.resolve(tx, above.chain(), names) : Optional.empty();
        return found.map(at -> new ResolvedPath(named, at.chain(), at.snapshot()))
                .orElseGet(() -> new ResolvedPath(named, above.chain()));
    }

    private List<INode> withEntry(List<Directory> above, Name name) {
        INodeId parent = above.get(above.size() - 1).id();
        List<INode> chain = new ArrayList<>(above);
        chain.addAll(tx.inodes().find(List.of(new INodeKey(parent, name))));
        return chain;
    }

    /** As {@link #resolve(FsPath)}, for who lists a directory and needs no times of it. */
    public ResolvedPath resolveToList(FsPath path) {
        return ReservedNames.inodeId(path).isPresent() || SnapshotPath.depthOf(path) >= 0 || ReservedNames.isRaw(path)
                ? resolve(path)
                : new ResolvedPath(path, intoVolume(path, tx.inodes().resolveToList(path.components())));
    }

    /** The path by names for one that begins with this number; of {@code NUMBER/..}, the parent, whatever follows. */
    private FsPath named(FsPath numbered, INodeId number) {
        FsPath path = tx.inodes()
                .get(number)
                .flatMap(inode -> PathClimb.from(tx, inode))
                .map(ResolvedPath::path)
                .orElseThrow(() -> new FsException(
                        ErrorCode.FILE_NOT_FOUND, "File for given inode path does not exist: " + numbered));
        if (ReservedNames.isParentOfNumbered(numbered, ReservedNames.INODE_PREFIX_DEPTH)) {
            return path.parent();
        }
        return below(path, numbered.components().subList(ReservedNames.INODE_PREFIX_DEPTH, numbered.depth()));
    }

    private static FsPath below(FsPath path, List<Name> names) {
        FsPath below = path;
        for (Name name : names) {
            below = below.child(name);
        }
        return below;
    }

    /**
     * What a client that has a file open means by this path: the file with this id, wherever it is by now. HDFS's
     * clients send the id along with the path under which they opened the file; only 0 stands for none.
     *
     * @return a path of the file's present names; or one that does not exist, if the file does not
     */
    public ResolvedPath resolve(FsPath path, long fileId) {
        ResolvedPath byPath = resolve(path);
        if (fileId == 0
                || byPath.target().filter(inode -> inode.id().value() == fileId).isPresent()) {
            return byPath;
        }
        return (fileId < 0 ? Optional.<INode>empty() : tx.inodes().get(new INodeId(fileId)))
                .flatMap(inode -> PathClimb.from(tx, inode))
                .orElseGet(() -> new ResolvedPath(path, byPath.exists() ? cut(byPath.chain()) : byPath.chain()));
    }

    private static List<INode> cut(List<INode> chain) {
        return chain.size() == 1 ? chain : chain.subList(0, chain.size() - 1);
    }

    /** Resolves the path and locks its rows. Once for each transaction. */
    public ResolvedPath lock(FsPath path, LockScope scope) {
        return lock(resolve(path), scope);
    }

    /** Locks the rows of a resolved path, and returns it with their values under the locks. */
    public ResolvedPath lock(ResolvedPath resolved, LockScope scope) {
        Map<INodeId, Wish> wishes = new HashMap<>();
        collect(resolved, scope, wishes);
        return reread(resolved, take(wishes));
    }

    /** Locks two paths at once. */
    public LockedPair lock(ResolvedPath first, LockScope firstScope, ResolvedPath second, LockScope secondScope) {
        Map<INodeId, Wish> wishes = new HashMap<>();
        collect(first, firstScope, wishes);
        collect(second, secondScope, wishes);
        Locked locked = take(wishes);
        return new LockedPair(reread(first, locked), reread(second, locked));
    }

    /**
     * Sees to it that both paths are at this moment, and until the transaction ends, what the pair says. To be called
     * before an operation is refused for what two paths show: each was looked at at a moment of its own, a name that
     * was found absent is not locked, and the two may never have been true together.
     *
     * <p>The deepest inodes found are locked SHARED after others, out of the order that prevents deadlocks: one that
     * comes of it is a CONFLICT of the store, and the transaction runs again.
     *
     * @throws io.lambdafs.store.StoreException that makes the transaction run again, if one of them has changed
     */
    public void requireStill(LockedPair pair) {
        Map<INodeId, Wish> wishes = new HashMap<>();
        for (ResolvedPath path : List.of(pair.first(), pair.second())) {
            // Whoever adds an entry to a directory holds it EXCLUSIVE.
            int depth = path.chain().size() - 1;
            INodeId id = path.last().id();
            wishes.merge(id, new Wish(depth, id, LockMode.SHARED), Wish::stronger);
        }
        take(wishes);
        for (ResolvedPath path : List.of(pair.first(), pair.second())) {
            if (!resolve(path.path()).leadsThroughTheSame(path)) {
                throw PathChange.retriable(path.path().toString());
            }
        }
    }

    private void collect(ResolvedPath resolved, LockScope scope, Map<INodeId, Wish> wishes) {
        ReservedNames.requireNotInSnapshots(resolved);
        VolumePlaces.requireOutside(resolved);
        int size = resolved.chain().size();
        int firstExclusive = switch (scope) {
            case TARGET -> resolved.path().depth();
            case ENTRY -> Math.max(0, resolved.path().depth() - 1);
            case DEEPEST -> size - 1;
        };
        boolean pinned = pins != null && !pins.locksOnTheWay(resolved.path());
        for (int depth = pinned ? Math.min(firstExclusive, size) : 0; depth < size; depth++) {
            LockMode mode = depth >= firstExclusive ? LockMode.EXCLUSIVE : LockMode.SHARED;
            INodeId id = resolved.chain().get(depth).id();
            wishes.merge(id, new Wish(depth, id, mode), Wish::stronger);
        }
    }

    private Locked take(Map<INodeId, Wish> wishes) {
        Map<INodeId, INode> rows = new HashMap<>();
        if (!wishes.isEmpty()) {
            for (INode inode : tx.inodes().lock(inOrder(wishes))) {
                rows.put(inode.id(), inode);
            }
        }
        return new Locked(wishes.keySet(), rows);
    }

    private static List<RowLock> inOrder(Map<INodeId, Wish> wishes) {
        List<Wish> sorted = new ArrayList<>(wishes.values());
        if (sorted.size() > 1) {
            sorted.sort(Wish.ORDER);
        }
        List<RowLock> locks = new ArrayList<>(sorted.size());
        for (Wish wish : sorted) {
            locks.add(new RowLock(wish.id(), wish.mode()));
        }
        return locks;
    }

    private ResolvedPath reread(ResolvedPath resolved, Locked locked) {
        List<INode> chain = new ArrayList<>(resolved.chain().size());
        for (INode found : resolved.chain()) {
            if (!locked.asked.contains(found.id())) {
                chain.add(found);
                continue;
            }
            INode present = locked.rows.get(found.id());
            // With a merge that ends, what it brought appears in the same moment, of which the path's end may know
            // nothing.
            if (present == null
                    || !present.key().equals(found.key())
                    || !HeldSubtrees.mark(present).equals(HeldSubtrees.mark(found))) {
                throw PathChange.retriable(resolved.path().toString());
            }
            chain.add(present);
        }
        tx.leadingTo(chain);
        return new ResolvedPath(resolved.path(), chain, 0, resolved.raw());
    }

    /** Two paths under their locks. */
    public record LockedPair(ResolvedPath first, ResolvedPath second) {}

    /** Which rows were to be locked, and those that exist. */
    private record Locked(Set<INodeId> asked, Map<INodeId, INode> rows) {}

    private record Wish(int depth, INodeId id, LockMode mode) {
        static final Comparator<Wish> ORDER =
                Comparator.comparingInt(Wish::depth).thenComparing(Wish::id);

        Wish stronger(Wish other) {
            return other.mode == LockMode.EXCLUSIVE ? new Wish(Math.min(depth, other.depth), id, other.mode) : this;
        }
    }
}
