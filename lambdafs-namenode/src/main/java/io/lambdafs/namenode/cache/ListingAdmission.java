package io.lambdafs.namenode.cache;

import io.lambdafs.coherence.FillGuard;
import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps all entries of a directory, some at a time; that they are all is kept with the last of them. Used by one thread, each
 * part under the cache's lock.
 *
 * <p>Between two parts others may take entries away, to make space or because a write told so. Then nobody can be told that the
 * listing is complete, and the rest is left out.
 */
final class ListingAdmission implements FillGuard.Admission {
    /** The most entries that are kept in one part. */
    static final int AT_ONCE = 64;

    private final MetadataCache cache;
    private final FsPath path;
    private final Directory row;
    private final List<INode> children;
    private final List<Node> nodes;
    private @Nullable DirectoryNode directory;
    private long losses;
    private int next;

    /**
     * Of this directory.
     *
     * @param children all of them, in the order of their names
     */
    ListingAdmission(MetadataCache cache, FsPath path, Directory row, List<INode> children) {
        this.cache = cache;
        this.path = path;
        this.row = row;
        this.children = children;
        this.nodes = new ArrayList<>(children.size());
    }

    @Override
    public boolean admitSome() {
        DirectoryNode at = present();
        if (at == null) {
            return false;
        }
        int end = Math.min(children.size(), next + AT_ONCE);
        for (; next < end; next++) {
            Node node = cache.admitChild(children.get(next), at, path);
            if (node != null) {
                nodes.add(node);
            }
        }
        if (nodes.size() == children.size()) {
            cache.keepListing(at, nodes);
        }
        // What was replaced just now was not lost: its successor is among the nodes.
        losses = at.losses();
        cache.shrink();
        return next < children.size();
    }

    /** The directory, if it is kept and has lost none of the entries. */
    private @Nullable DirectoryNode present() {
        DirectoryNode found = cache.listable(path, row, children.size());
        if (next == 0) {
            directory = found;
            return found;
        }
        return found != null && found == directory && found.losses() == losses ? found : null;
    }
}
