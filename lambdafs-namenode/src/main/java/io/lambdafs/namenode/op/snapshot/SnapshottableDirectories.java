package io.lambdafs.namenode.op.snapshot;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.namenode.path.PathClimb;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.LockMode;
import io.lambdafs.store.RowLock;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The directories of which snapshots may be taken. One that was deleted may still be listed; it is passed over. */
public final class SnapshottableDirectories {
    private final Transaction tx;
    private @Nullable List<Place> places;

    private SnapshottableDirectories(Transaction tx) {
        this.tx = requireNonNull(tx, "tx");
    }

    /** Those that this transaction sees. */
    public static SnapshottableDirectories in(Transaction tx) {
        return new SnapshottableDirectories(tx);
    }

    /**
     * A directory with what leads to it.
     *
     * @param chain from the root to the directory itself
     */
    record Place(List<INode> chain) {
        Directory directory() {
            return (Directory) chain.get(chain.size() - 1);
        }

        FsPath path() {
            return FsPath.of(chain.stream().skip(1).map(INode::name).toList());
        }

        boolean isAtOrBelow(INodeId inode) {
            return chain.stream().anyMatch(on -> on.id().equals(inode));
        }
    }

    /** All of them; read once. */
    List<Place> all() {
        List<Place> known = places;
        if (known == null) {
            known = read();
            places = known;
        }
        return known;
    }

    private List<Place> read() {
        return Detail.all(tx, INodeId.NONE, DetailKind.SNAPSHOTTABLE).stream()
                .flatMap(detail -> climb(new INodeId(detail.key().label())).stream())
                .toList();
    }

    private Optional<Place> climb(INodeId directory) {
        return PathClimb.from(tx, directory)
                .filter(at -> at.last() instanceof Directory last && state(last).snapshottable())
                .map(at -> new Place(at.chain()));
    }

    /** Takes a directory into the list. Only one transaction at a time does so, so that no two of them are nested. */
    void add(INodeId directory) {
        tx.details().put(new Detail(key(directory), new byte[0]));
    }

    /** Has other transactions that add a directory wait until this one has ended. */
    void lock() {
        tx.inodes().lock(List.of(new RowLock(INodeId.ROOT, LockMode.EXCLUSIVE)));
    }

    /** Takes a directory from the list. */
    void remove(INodeId directory) {
        tx.details().delete(List.of(key(directory)));
    }

    private static DetailKey key(INodeId directory) {
        return new DetailKey(INodeId.NONE, DetailKind.SNAPSHOTTABLE, directory.value());
    }

    /** Refuses to remove an inode that has nothing below it, if that is a directory with snapshots. */
    public static void requireNoSnapshotsOf(ResolvedPath at) {
        if (state(at.last()).latest() > 0) {
            throw refusal(at.path());
        }
    }

    private static FsException refusal(FsPath path) {
        return new FsException(
                ErrorCode.SNAPSHOT,
                "The directory " + path + " cannot be deleted since " + path
                        + " is snapshottable and already has snapshots");
    }

    /** Refuses what would remove or move a directory that has snapshots, itself or below. */
    public void requireNoSnapshots(ResolvedPath at) {
        if (!at.last().isDirectory()) {
            return;
        }
        for (Place place : all()) {
            if (state(place.directory()).latest() > 0
                    && place.isAtOrBelow(at.last().id())) {
                throw refusal(place.path());
            }
        }
    }

    /** Refuses to move a directory of which snapshots may be taken below another one. */
    public void requireNotNested(ResolvedPath source, ResolvedPath destination) {
        boolean entered = destination.chain().stream()
                .limit(destination.path().depth())
                .anyMatch(inode -> state(inode).snapshottable());
        if (!entered || !source.last().isDirectory()) {
            return;
        }
        if (all().stream().anyMatch(place -> place.isAtOrBelow(source.last().id()))) {
            throw new FsException(
                    ErrorCode.SNAPSHOT,
                    "Unable to rename because " + source.path() + " has snapshottable descendant directories and "
                            + destination.path().parent()
                            + " is a descent of a snapshottable directory, and HDFS does not support nested snapshottable directory.");
        }
    }

    private static SnapshotState state(INode inode) {
        return inode.attributes().features().snapshots();
    }
}
