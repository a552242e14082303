package io.lambdafs.namenode.path;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.namenode.volume.VolumeView;
import io.lambdafs.store.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A walk over everything below a directory, many directories in one round trip, the deeper ones first so that few are
 * kept waiting.
 */
public final class SubtreeWalk {
    private static final int PAGE = 1000;

    private final Transaction tx;
    private final Deque<Place> waiting = new ArrayDeque<>();
    private final Deque<Place> volumes = new ArrayDeque<>();

    private SubtreeWalk(Transaction tx) {
        this.tx = tx;
    }

    /** As {@link #below}, with what volumes below have: what is in a volume comes last, and all of it from one moment. */
    public static void belowWithVolumes(Transaction tx, ResolvedPath path, Visitor visitor) {
        SubtreeWalk walk = new SubtreeWalk(tx);
        walk.from(path, visitor);
        for (Place volume : walk.volumes) {
            SubtreeWalk inside = new SubtreeWalk(VolumeView.of(tx, volume.inode()));
            inside.waiting.add(volume);
            inside.all(visitor);
        }
    }

    /** Shows the visitor every inode below the path's target, each after its parent; nothing, if that is a file. */
    public static void below(Transaction tx, ResolvedPath path, Visitor visitor) {
        new SubtreeWalk(tx).from(path, visitor);
    }

    private void from(ResolvedPath path, Visitor visitor) {
        if (path.last().isDirectory()) {
            waiting.add(new Place(path.last(), path.path()));
        }
        all(visitor);
    }

    private void all(Visitor visitor) {
        while (!waiting.isEmpty()) {
            descend(visitor);
        }
    }

    private void descend(Visitor visitor) {
        Map<INodeId, Place> parents = new HashMap<>();
        while (parents.size() < PAGE && !waiting.isEmpty()) {
            Place place = waiting.removeLast();
            parents.put(place.inode().id(), place);
        }
        List<INodeId> ids = new ArrayList<>(parents.keySet());
        List<INode> page = tx.inodes().children(ids, INodeKey.FIRST, PAGE);
        while (!page.isEmpty()) {
            page.forEach(child -> visit(parents.get(child.parent()), child, visitor));
            INodeKey last = page.get(page.size() - 1).key();
            page = page.size() < PAGE ? List.of() : tx.inodes().children(ids, last, PAGE);
        }
    }

    private void visit(@Nullable Place parent, INode child, Visitor visitor) {
        if (parent == null) {
            throw new IllegalStateException("inode " + child.id() + " is not a child of those asked for");
        }
        visitor.visit(parent, child);
        if (VolumeView.isVolume(child)) {
            volumes.addLast(new Place(child, parent.path().child(child.name())));
        } else if (child.isDirectory()) {
            waiting.addLast(new Place(child, parent.path().child(child.name())));
        }
    }

    /** Is shown what is below a directory. */
    @FunctionalInterface
    public interface Visitor {
        void visit(Place parent, INode child);
    }

    /** A directory and where it is. */
    public record Place(INode inode, FsPath path) {}
}
