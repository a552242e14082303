package io.lambdafs.namenode;

import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INodeId;
import java.util.ArrayList;
import java.util.List;

/** What one write transaction changes, for those who are to be told. Used by one thread. */
public final class ChangeSet {
    private final List<FsPath> paths = new ArrayList<>();
    private final List<FsPath> subtrees = new ArrayList<>();
    private final List<INodeId> detached = new ArrayList<>();

    /** The inode at this path appeared, went or changed. */
    public void changed(FsPath path) {
        paths.add(path);
    }

    /** Whatever is at this path or below it may have changed. */
    public void subtreeChanged(FsPath path) {
        subtrees.add(path);
    }

    /** This inode, with all that is below it, was moved under {@link INodeId#DELETED} and is to be emptied. */
    public void detached(INodeId root) {
        detached.add(root);
    }

    /** Forgets what a former attempt changed: it was rolled back, or this one finds its outcome and changes nothing. */
    void clear() {
        paths.clear();
        subtrees.clear();
        detached.clear();
    }

    public List<FsPath> paths() {
        return List.copyOf(paths);
    }

    public List<FsPath> subtrees() {
        return List.copyOf(subtrees);
    }

    public List<INodeId> detachedRoots() {
        return List.copyOf(detached);
    }
}
