package io.lambdafs.namenode.path;

import io.lambdafs.fs.Attributes;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.RegularFile;
import io.lambdafs.namenode.snapshot.SnapshotPath;
import io.lambdafs.namenode.volume.VolumeView;
import io.lambdafs.storage.StoragePolicies;
import io.lambdafs.store.ReadView;
import io.lambdafs.store.Transaction;
import io.lambdafs.wire.ErrorCode;
import java.util.List;
import java.util.Optional;

/**
 * A path with the inodes that were found on it, and how to fail when they are not what an operation needs.
 *
 * @param path the path that was asked for
 * @param chain the inodes from the root on; ends early at a name that does not exist or after a file
 * @param snapshot the number of the snapshot that the path leads into; 0 for none
 * @param raw whether it was asked for below {@code /.reserved/raw}
 */
public record ResolvedPath(FsPath path, List<INode> chain, int snapshot, boolean raw) {
    public ResolvedPath {
        chain = List.copyOf(chain);
        if (chain.isEmpty() || chain.size() > path.depth() + 1) {
            throw new IllegalArgumentException(chain.size() + " inodes on the path " + path);
        }
    }

    /** A path that leads into no snapshot. */
    public ResolvedPath(FsPath path, List<INode> chain) {
        this(path, chain, 0, false);
    }

    /** A path that was not asked for below {@code /.reserved/raw}. */
    public ResolvedPath(FsPath path, List<INode> chain, int snapshot) {
        this(path, chain, snapshot, false);
    }

    ResolvedPath asRaw() {
        return new ResolvedPath(path, chain, snapshot, true);
    }

    /** The view in which to read what is below the path. */
    public ReadView contents(ReadView view) {
        return snapshot == 0 && volumeDepth() < 0 ? view : contents(view.store());
    }

    /** The transaction in which to read what is below the path, or belongs to what it names. */
    public Transaction contents(Transaction tx) {
        int volume = volumeDepth();
        if (volume >= 0) {
            return VolumeView.of(tx, chain.get(volume));
        }
        return snapshot == 0 ? tx : SnapshotPath.view(tx, snapshot);
    }

    /** How deep the volume is that the path names or leads into; -1 if there is none. Snapshots show no volumes' files. */
    private int volumeDepth() {
        if (snapshot == 0) {
            for (int depth = 0; depth < chain.size(); depth++) {
                if (VolumeView.isVolume(chain.get(depth))) {
                    return depth;
                }
            }
        }
        return -1;
    }

    /** Whether it names a volume, or something in one. */
    public boolean isAtOrInVolume() {
        return volumeDepth() >= 0;
    }

    /** The volume that the path leads into; empty if it leads into none, or names the volume itself. */
    public Optional<FsPath> volumeAbove() {
        int depth = volumeDepth();
        return depth >= 0 && depth < path.depth() ? Optional.of(path.prefix(depth)) : Optional.empty();
    }

    /** Whether it names a directory's {@code .snapshot}. */
    public boolean isListOfSnapshots() {
        return exists() && SnapshotPath.depthOf(path) == path.depth() - 1 && path.depth() > 0;
    }

    /** Whether it leads to a {@code .snapshot} that exists, or below one. */
    public boolean isInSnapshots() {
        int depth = SnapshotPath.depthOf(path);
        return depth >= 0 && chain.size() > depth + 1;
    }

    public boolean exists() {
        return chain.size() == path.depth() + 1;
    }

    /** Whether these are the same inodes with the same owners, permissions and features; their times may differ. */
    public boolean leadsThroughTheSame(ResolvedPath other) {
        return chain.stream()
                .map(ResolvedPath::identity)
                .toList()
                .equals(other.chain.stream().map(ResolvedPath::identity).toList());
    }

    private static List<Object> identity(INode inode) {
        Attributes attributes = inode.attributes();
        return List.of(
                inode.id(),
                attributes.owner(),
                attributes.group(),
                attributes.permission(),
                attributes.features().onTheWay());
    }

    /** What the path names, if it exists. */
    public Optional<INode> target() {
        return exists() ? Optional.of(last()) : Optional.empty();
    }

    /** The deepest inode found; the root at least. */
    public INode last() {
        return chain.get(chain.size() - 1);
    }

    /** The number of the storage policy that applies to the deepest inode found. */
    public int storagePolicy() {
        return StoragePolicies.numberFor(chain);
    }

    /** The deepest path that was found to exist. */
    public FsPath lastPath() {
        return path.prefix(chain.size() - 1);
    }

    /** The inode one level above the path's last component, if that exists; the root has none. */
    public Optional<INode> parent() {
        return path.isRoot() || chain.size() < path.depth()
                ? Optional.empty()
                : Optional.of(chain.get(path.depth() - 1));
    }

    /** What the path names; FILE_NOT_FOUND if it does not exist. */
    public INode requireExists() {
        return requireExists("File does not exist: ");
    }

    /** As {@link #requireExists()}, with these words before the path. */
    public INode requireExists(String message) {
        if (!exists()) {
            throw new FsException(ErrorCode.FILE_NOT_FOUND, message + path);
        }
        return last();
    }

    /** The file that the path names, with HDFS's words if it is none. */
    public RegularFile requireFile() {
        if (requireExists() instanceof RegularFile file) {
            return file;
        }
        throw new FsException(ErrorCode.FILE_NOT_FOUND, "Path is not a file: " + path);
    }

    /** The directory that the path is to be created, deleted or renamed in. */
    public Directory requireParent() {
        INode parent = parent().orElseThrow(() ->
                new FsException(ErrorCode.FILE_NOT_FOUND, "Parent directory doesn't exist: " + path.parent()));
        if (parent instanceof Directory directory) {
            return directory;
        }
        throw new FsException(ErrorCode.PARENT_NOT_DIRECTORY, "Parent path is not a directory: " + path.parent());
    }

    /** The deepest inode found, in which something is to be created. */
    public Directory requireDeepestDirectory() {
        if (last() instanceof Directory directory) {
            return directory;
        }
        throw new FsException(ErrorCode.PARENT_NOT_DIRECTORY, lastPath() + " (is not a directory)");
    }

    /** Refuses a path that leads through a file. */
    public ResolvedPath requireTraversable() {
        if (!exists() && !last().isDirectory()) {
            throw new FsException(ErrorCode.PARENT_NOT_DIRECTORY, lastPath() + " (is not a directory)");
        }
        return this;
    }
}
