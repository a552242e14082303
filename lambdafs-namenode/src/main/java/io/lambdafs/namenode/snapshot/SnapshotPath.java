package io.lambdafs.namenode.snapshot;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.Permission;
import io.lambdafs.store.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is at a path that leads through {@code .snapshot}.
 *
 * @param chain the inodes from the root on, as a resolved path has them; {@code .snapshot} and each snapshot are among them, as
 *     directories
 * @param snapshot the number of the snapshot; 0 if the path names no snapshot that exists
 */
public record SnapshotPath(List<INode> chain, int snapshot) {
    private static final Name DIRECTORY = Name.of(".snapshot");

    public SnapshotPath {
        chain = List.copyOf(chain);
    }

    /** Where {@code .snapshot} is among the path's components; -1 if nowhere. */
    public static int depthOf(FsPath path) {
        return path.components().indexOf(DIRECTORY);
    }

    /**
     * What the components after a directory lead to.
     *
     * @param above the directory whose {@code .snapshot} the first of the names is, with what leads to it
     * @param names {@code .snapshot}, the name of a snapshot, and names below it
     * @return empty if no snapshots of the directory may be taken: then it has no {@code .snapshot}
     */
    public static Optional<SnapshotPath> resolve(Transaction tx, List<INode> above, List<Name> names) {
        INode root = above.get(above.size() - 1);
        if (!root.attributes().features().snapshots().snapshottable()) {
            return Optional.empty();
        }
        List<INode> chain = new ArrayList<>(above);
        // Nobody owns it, and everybody may go through.
        chain.add(new Directory(
                root.id(), new INodeKey(root.id(), DIRECTORY), new Attributes("", "", Permission.ofMode(0777), 0, 0)));
        if (names.size() == 1) {
            return Optional.of(new SnapshotPath(chain, 0));
        }
        Optional<Snapshot> snapshot = new SnapshotList(tx, root.id()).named(names.get(1));
        if (snapshot.isEmpty()) {
            return Optional.of(new SnapshotPath(chain, 0));
        }
        SnapshotMoment moment = new SnapshotMoment(tx, snapshot.get().number());
        rootAt(moment, root, snapshot.get()).ifPresent(chain::add);
        for (Name name : names.subList(2, names.size())) {
            INode last = chain.get(chain.size() - 1);
            Optional<INode> child = last.isDirectory() ? moment.child(last.id(), name) : Optional.empty();
            if (child.isEmpty()) {
                break;
            }
            chain.add(child.get());
        }
        return Optional.of(new SnapshotPath(chain, snapshot.get().number()));
    }

    /** A snapshot as a directory: the one that it was taken of, as it was, with the snapshot's name. */
    private static Optional<INode> rootAt(SnapshotMoment moment, INode root, Snapshot snapshot) {
        return moment.inode(root.id()).map(then -> then.withKey(new INodeKey(root.id(), snapshot.name())));
    }

    /** A directory's snapshots as directories, in the order of their names. */
    public static List<INode> list(Transaction tx, INode root) {
        List<INode> found = new ArrayList<>();
        for (Snapshot snapshot : new SnapshotList(tx, root.id()).byName()) {
            rootAt(new SnapshotMoment(tx, snapshot.number()), root, snapshot).ifPresent(found::add);
        }
        return found;
    }

    /** The transaction in which directories below the snapshot have the entries that it shows. */
    public static Transaction view(Transaction tx, int snapshot) {
        return new SnapshotView(tx, snapshot);
    }
}
