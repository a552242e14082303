package io.lambdafs.namenode.path;

import static java.util.Objects.requireNonNull;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsException;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.INodeId;
import io.lambdafs.fs.INodeKey;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.snapshot.SnapshotPath;
import io.lambdafs.namenode.volume.VolumeView;
import io.lambdafs.store.ReadView;
import io.lambdafs.wire.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Resolves paths without a lock. A cache can answer for ordinary paths; paths by number, in snapshots and in volumes need the store.
 */
public final class PathLookup {
    private final ReadView view;
    private final @Nullable PathPins pins;

    /** A lookup in a transaction that may keep paths from being moved. */
    PathLookup(ReadView view, @Nullable PathPins pins) {
        this.view = requireNonNull(view, "view");
        this.pins = pins;
    }

    /** Resolves what this view shows. */
    public static PathLookup in(ReadView view) {
        return new PathLookup(view, null);
    }

    /**
     * What is on the path now; nothing is locked. A path that begins with an inode's number becomes the present path of
     * that inode, followed by the components after the number. FILE_NOT_FOUND if there is no such inode. A path below
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
                : new ResolvedPath(path, intoVolume(path, view.inodes().resolve(path.components())));
    }

    /** The namespace knows what leads to a volume; what is in it the volume knows. */
    private List<INode> intoVolume(FsPath path, List<INode> chain) {
        INode last = chain.get(chain.size() - 1);
        if (chain.size() > path.depth() || !VolumeView.isVolume(last)) {
            return chain;
        }
        List<INode> all = new ArrayList<>(chain);
        all.addAll(
                VolumeView.of(view.store(), last).resolve(path.components().subList(chain.size() - 1, path.depth())));
        return all;
    }

    /** A directory has {@code .snapshot} if snapshots of it may be taken; the path of another one ends at it. */
    private ResolvedPath resolveInSnapshots(FsPath path, int depth) {
        ResolvedPath above = resolve(path.prefix(depth));
        List<Name> names = path.components().subList(depth, path.depth());
        FsPath named = below(above.path(), names);
        Optional<SnapshotPath> found =
                above.exists() ? SnapshotPath.resolve(view.store(), above.chain(), names) : Optional.empty();
        return found.map(at -> new ResolvedPath(named, at.chain(), at.snapshot()))
                .orElseGet(() -> new ResolvedPath(named, above.chain()));
    }

    private List<INode> withEntry(List<Directory> above, Name name) {
        INodeId parent = above.get(above.size() - 1).id();
        List<INode> chain = new ArrayList<>(above);
        chain.addAll(view.store().inodes().find(List.of(new INodeKey(parent, name))));
        return chain;
    }

    /** As {@link #resolve(FsPath)}, for a caller that lists a directory and needs no times of it. */
    public ResolvedPath resolveToList(FsPath path) {
        return ReservedNames.inodeId(path).isPresent() || SnapshotPath.depthOf(path) >= 0 || ReservedNames.isRaw(path)
                ? resolve(path)
                : new ResolvedPath(path, intoVolume(path, view.inodes().resolveToList(path.components())));
    }

    /** The path by names for one that begins with this number; of {@code NUMBER/..}, the parent, whatever follows. */
    private FsPath named(FsPath numbered, INodeId number) {
        FsPath path = view.store()
                .inodes()
                .get(number)
                .flatMap(inode -> PathClimb.from(view.store(), inode))
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
        return (fileId < 0 ? Optional.<INode>empty() : view.store().inodes().get(new INodeId(fileId)))
                .flatMap(inode -> PathClimb.from(view.store(), inode))
                .orElseGet(() -> new ResolvedPath(path, byPath.exists() ? cut(byPath.chain()) : byPath.chain()));
    }

    private static List<INode> cut(List<INode> chain) {
        return chain.size() == 1 ? chain : chain.subList(0, chain.size() - 1);
    }
}
