package io.lambdafs.namenode.path;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.namenode.PathChange;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resolves paths in one transaction and locks the rows on them. What only reads takes {@link PathLookup}.
 *
 * <p>A path is resolved unlocked. Then its rows are locked in one go, unless the store locked them when the transaction
 * began ({@code ForeseenLocks}). Under the locks every row must still have the key that it was found by; if not, the
 * transaction runs again. So a locked path cannot be moved or removed by anyone else, at any level, until the
 * transaction ends. Where the transaction itself keeps paths from being moved ({@link PathPins}), the rows above those
 * that change are not locked. That a name is absent is not locked: a transaction that inserts it holds its parent
 * EXCLUSIVE, and an insertion that finds the name taken makes the transaction run again too.
 *
 * <p>All locks are taken in the order of depth, then of id, each row once and in the strongest mode that is needed, so
 * that operations on one state of the namespace do not deadlock.
 */
public final class PathLocks {
    private final Transaction tx;
    private final @Nullable PathPins pins;
    private final PathLookup lookup;

    private PathLocks(Transaction tx) {
        this.tx = tx;
        this.pins = tx instanceof PathPins able ? able : null;
        this.lookup = new PathLookup(tx, pins);
    }

    public static PathLocks in(Transaction tx) {
        return new PathLocks(requireNonNull(tx, "tx"));
    }

    /** As {@link PathLookup#resolve(FsPath)}. */
    public ResolvedPath resolve(FsPath path) {
        return lookup.resolve(path);
    }

    /** As {@link PathLookup#resolve(FsPath, long)}. */
    public ResolvedPath resolve(FsPath path, long fileId) {
        return lookup.resolve(path, fileId);
    }

    /** Resolves the path and locks its rows. Once for each transaction. */
    public ResolvedPath lock(FsPath path, LockScope scope) {
        return lock(resolve(path), scope);
    }

    /** Locks the rows of a resolved path, and returns it with their values under the locks. */
    public ResolvedPath lock(ResolvedPath resolved, LockScope scope) {
        Map<INodeId, LockRequest> requests = new HashMap<>();
        collect(resolved, scope, requests);
        return reread(resolved, take(requests));
    }

    /** Locks two paths at once. */
    public LockedPair lock(ResolvedPath first, LockScope firstScope, ResolvedPath second, LockScope secondScope) {
        Map<INodeId, LockRequest> requests = new HashMap<>();
        collect(first, firstScope, requests);
        collect(second, secondScope, requests);
        Locked locked = take(requests);
        return new LockedPair(reread(first, locked), reread(second, locked));
    }

    /**
     * Ensures that both paths are what the pair says, at this moment and until the transaction ends. To be called
     * before an operation is refused for what two paths show. Each path was resolved at a moment of its own, and a name
     * that was found absent is not locked. So the two may never have been true together.
     *
     * <p>The deepest inodes found are locked SHARED after others, out of the order that prevents deadlocks: one that
     * comes of it is a CONFLICT of the store, and the transaction runs again.
     *
     * @throws io.lambdafs.store.StoreException that makes the transaction run again, if one of them has changed
     */
    public void requireStill(LockedPair pair) {
        Map<INodeId, LockRequest> requests = new HashMap<>();
        for (ResolvedPath path : List.of(pair.first(), pair.second())) {
            // A transaction that adds an entry to a directory holds it EXCLUSIVE.
            int depth = path.chain().size() - 1;
            INodeId id = path.last().id();
            requests.merge(id, new LockRequest(depth, id, LockMode.SHARED), LockRequest::stronger);
        }
        take(requests);
        for (ResolvedPath path : List.of(pair.first(), pair.second())) {
            if (!resolve(path.path()).leadsThroughTheSame(path)) {
                throw PathChange.retriable(path.path().toString());
            }
        }
    }

    private void collect(ResolvedPath resolved, LockScope scope, Map<INodeId, LockRequest> requests) {
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
            requests.merge(id, new LockRequest(depth, id, mode), LockRequest::stronger);
        }
    }

    private Locked take(Map<INodeId, LockRequest> requests) {
        Map<INodeId, INode> rows = new HashMap<>();
        if (!requests.isEmpty()) {
            for (INode inode : tx.inodes().lock(inOrder(requests))) {
                rows.put(inode.id(), inode);
            }
        }
        return new Locked(requests.keySet(), rows);
    }

    private static List<RowLock> inOrder(Map<INodeId, LockRequest> requests) {
        List<LockRequest> sorted = new ArrayList<>(requests.values());
        if (sorted.size() > 1) {
            sorted.sort(LockRequest.ORDER);
        }
        List<RowLock> locks = new ArrayList<>(sorted.size());
        for (LockRequest request : sorted) {
            locks.add(new RowLock(request.id(), request.mode()));
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

    private record LockRequest(int depth, INodeId id, LockMode mode) {
        static final Comparator<LockRequest> ORDER =
                Comparator.comparingInt(LockRequest::depth).thenComparing(LockRequest::id);

        LockRequest stronger(LockRequest other) {
            return other.mode == LockMode.EXCLUSIVE
                    ? new LockRequest(Math.min(depth, other.depth), id, other.mode)
                    : this;
        }
    }
}
