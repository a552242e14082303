package io.lambdafs.namenode.op.snapshot;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.Name;
import io.lambdafs.fs.SnapshotState;
import io.lambdafs.namenode.CallContext;
import io.lambdafs.namenode.ChangeSet;
import io.lambdafs.namenode.path.LockScope;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.PermissionChecker;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.namenode.path.VolumePlaces;
import io.lambdafs.namenode.snapshot.Snapshot;
import io.lambdafs.namenode.snapshot.SnapshotList;
import io.lambdafs.snapshot.SnapshotVersions;
import io.lambdafs.store.Detail;
import io.lambdafs.store.DetailKey;
import io.lambdafs.store.DetailKind;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;

/** A directory whose snapshots one transaction changes, with HDFS's rules and words. */
final class SnapshotRoot {
    private final CallContext call;
    private final Transaction tx;
    private final ResolvedPath at;

    private SnapshotRoot(CallContext call, Transaction tx, ResolvedPath at) {
        this.call = call;
        this.tx = tx;
        this.at = at;
    }

    /** The path in a request. */
    static FsPath path(String field) {
        return FsPath.parse(field);
    }

    /** The directory, locked, of which the caller is the owner. */
    static SnapshotRoot ofOwner(CallContext call, Transaction tx, FsPath path) {
        ResolvedPath at = PathLocks.in(tx).lock(path, LockScope.TARGET);
        if (call.permissionsChecked()) {
            new PermissionChecker(call).requireTraverse(at).requireOwner(at);
        }
        return new SnapshotRoot(call, tx, at);
    }

    /** The directory, locked, for a superuser who does this. */
    static SnapshotRoot ofSuperuser(CallContext call, Transaction tx, FsPath path, String operation) {
        new PermissionChecker(call).requireSuperuser(operation);
        return new SnapshotRoot(call, tx, PathLocks.in(tx).lock(path, LockScope.TARGET));
    }

    /** What the path names, which must be a directory. */
    static Directory directory(ResolvedPath at) {
        if (!at.exists()) {
            throw new FsException(ErrorCode.FILE_NOT_FOUND, "Directory does not exist: " + at.path());
        }
        if (at.last() instanceof Directory directory) {
            return directory;
        }
        throw new FsException(ErrorCode.PATH_IS_NOT_DIRECTORY, "`" + at.path() + "': Is not a directory");
    }

    /** What the path names, of which snapshots may be taken. */
    static Directory snapshottable(ResolvedPath at) {
        Directory directory = directory(at);
        if (!state(directory).snapshottable()) {
            throw new FsException(ErrorCode.SNAPSHOT, "Directory is not a snapshottable directory: " + at.path());
        }
        return directory;
    }

    private static SnapshotState state(Directory directory) {
        return directory.attributes().features().snapshots();
    }

    private void update(Directory directory, SnapshotState state) {
        tx.inodes()
                .update(directory.withAttributes(directory
                        .attributes()
                        .withFeatures(directory.attributes().features().withSnapshots(state))));
    }

    void allow(ChangeSet changes) {
        Directory directory = directory(at);
        if (state(directory).snapshottable()) {
            return;
        }
        if (at.isAtOrInVolume()) {
            throw VolumePlaces.refusal(at.path(), "snapshots do not show what is in it.");
        }
        SnapshottableDirectories listed = SnapshottableDirectories.in(tx);
        listed.lock();
        for (SnapshottableDirectories.Place place : listed.all()) {
            boolean below = place.isAtOrBelow(directory.id());
            if (below
                    || at.chain().stream()
                            .anyMatch(
                                    inode -> inode.id().equals(place.directory().id()))) {
                throw new FsException(
                        ErrorCode.SNAPSHOT,
                        "Nested snapshottable directories not allowed: path=" + at.path() + ", the "
                                + (below ? "subdirectory " : "ancestor ") + place.path()
                                + " is already a snapshottable directory.");
            }
        }
        listed.add(directory.id());
        update(directory, state(directory).withSnapshottable(true));
        changes.permissionChanged(at.path(), directory);
    }

    void disallow(ChangeSet changes) {
        Directory directory = directory(at);
        if (!state(directory).snapshottable()) {
            return;
        }
        if (!snapshots(directory).all().isEmpty()) {
            throw new FsException(
                    ErrorCode.SNAPSHOT,
                    "The directory " + at.path()
                            + " has snapshot(s). Please redo the operation after removing all the snapshots.");
        }
        SnapshottableDirectories.in(tx).remove(directory.id());
        update(directory, state(directory).withSnapshottable(false));
        changes.permissionChanged(at.path(), directory);
    }

    /*
     * Like a change of the directory's mode: a write below that has begun is turned back and runs again, unless it commits already,
     * and then this waits for it. So each of them is in the snapshot, or sees that it was taken.
     */
    FsPath create(Name name, ChangeSet changes) {
        Directory directory = snapshottable(at);
        SnapshotList snapshots = snapshots(directory);
        List<Snapshot> present = snapshots.all();
        if (find(present, name).isPresent()) {
            throw new FsException(
                    ErrorCode.SNAPSHOT,
                    "Failed to add snapshot: there is already a snapshot with the same name \"" + name + "\".");
        }
        if (present.size() >= SnapshotList.MOST) {
            throw new FsException(
                    ErrorCode.SNAPSHOT,
                    "Failed to create snapshot: there are already " + present.size()
                            + " snapshot(s) and the per directory snapshot limit is " + SnapshotList.MOST);
        }
        changes.permissionChanged(at.path(), directory);
        int number = new SnapshotVersions(tx).takeNumber();
        snapshots.put(new Snapshot(number, name, call.nowMillis()));
        update(touched(directory), state(directory).withLatest(number));
        return at.path().child(Name.of(".snapshot")).child(name);
    }

    void rename(Name from, Name to, ChangeSet changes) {
        Directory directory = snapshottable(at);
        if (from.equals(to)) {
            return;
        }
        SnapshotList snapshots = snapshots(directory);
        List<Snapshot> present = snapshots.all();
        Optional<Snapshot> renamed = find(present, from);
        if (renamed.isEmpty()) {
            throw new FsException(
                    ErrorCode.SNAPSHOT, "The snapshot " + from + " does not exist for directory " + at.path());
        }
        if (find(present, to).isPresent()) {
            throw new FsException(
                    ErrorCode.SNAPSHOT, "The snapshot " + to + " already exists for directory " + at.path());
        }
        snapshots.put(new Snapshot(renamed.get().number(), to, renamed.get().takenMillis()));
        tx.inodes().update(touched(directory));
        changes.changed(at.path());
    }

    void delete(Name name, ChangeSet changes) {
        Directory directory = snapshottable(at);
        SnapshotList snapshots = snapshots(directory);
        List<Snapshot> present = snapshots.all();
        Snapshot deleted = find(present, name)
                .orElseThrow(() -> new FsException(
                        ErrorCode.SNAPSHOT,
                        "Cannot delete snapshot " + name + " from path " + at.path()
                                + ": the snapshot does not exist."));
        snapshots.remove(deleted);
        int latest = present.stream()
                .filter(snapshot -> !snapshot.equals(deleted))
                .mapToInt(Snapshot::number)
                .max()
                .orElse(0);
        tx.details()
                .put(new Detail(
                        new DetailKey(
                                INodeId.NONE,
                                DetailKind.SNAPSHOT_CLEANUP,
                                directory.id().value()),
                        ByteBuffer.allocate(Integer.BYTES)
                                .putInt(deleted.number())
                                .array()));
        update(touched(directory), state(directory).withLatest(latest));
        changes.permissionChanged(at.path(), directory);
    }

    private static Optional<Snapshot> find(List<Snapshot> snapshots, Name name) {
        return snapshots.stream()
                .filter(snapshot -> snapshot.name().equals(name))
                .findFirst();
    }

    private Directory touched(Directory directory) {
        return directory.withAttributes(directory.attributes().withModification(call.nowMillis()));
    }

    private SnapshotList snapshots(Directory directory) {
        return new SnapshotList(tx, directory.id());
    }

    /** The name that a snapshot is to have, by HDFS's rules. */
    static Name newName(String name, FsPath path) {
        if (name.equals(".") || name.equals("..") || name.indexOf(':') >= 0 || name.indexOf('/') >= 0) {
            throw new FsException(ErrorCode.INVALID_PATH, "Invalid path name Invalid snapshot name: " + name);
        }
        if (name.equals(".snapshot") || name.equals(".reserved")) {
            throw new FsException(ErrorCode.INVALID_ARGUMENT, "\"" + name + "\" is a reserved name.");
        }
        Name.requireNotTooLong(path.toString(), name);
        return Name.of(name);
    }
}
