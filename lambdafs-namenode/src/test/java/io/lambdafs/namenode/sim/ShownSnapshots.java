package io.lambdafs.namenode.sim;

import io.lambdafs.fs.Directory;
import io.lambdafs.fs.FsPath;
import io.lambdafs.fs.INode;
import io.lambdafs.fs.Name;
import io.lambdafs.namenode.path.PathLocks;
import io.lambdafs.namenode.path.ResolvedPath;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.testkit.sim.SimFailure;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was below a directory at the moment at which a snapshot of it was committed, to be compared with what the snapshot shows
 * afterwards.
 */
final class ShownSnapshots {
    private static final Bounds AT_ONCE = new Bounds(Duration.ZERO, Duration.ZERO, Duration.ofDays(1));

    private final Map<String, Map<String, String>> taken = new HashMap<>();

    /** A snapshot was committed, in the state with this tree. */
    void took(String path, String name, NamespaceTree tree) {
        Map<String, String> below = new TreeMap<>();
        String above = path + "/";
        tree.entries().forEach((at, what) -> {
            if (at.startsWith(above)) {
                below.put(at.substring(path.length()), closed(what));
            }
        });
        taken.put(path + "/.snapshot/" + name, below);
    }

    int count() {
        return taken.size();
    }

    private static String closed(String what) {
        int open = what.indexOf(" open by ");
        return open < 0 ? what : what.substring(0, open);
    }

    /**
     * Compares all of them with what they show in this state.
     *
     * @throws SimFailure if one shows something else
     */
    void requireShownIn(InMemoryDatabase state) {
        if (taken.isEmpty()) {
            return;
        }
        try (Transaction tx = new InMemoryMetadataStore(state, AT_ONCE).beginRead()) {
            taken.forEach((path, below) -> {
                ResolvedPath at = PathLocks.in(tx).resolve(FsPath.parse(path));
                Map<String, String> shown = new TreeMap<>();
                add(at.contents(tx), at.last(), "", shown);
                if (!at.exists() || !shown.equals(below)) {
                    throw new SimFailure("the snapshot " + path + " shows " + shown + " instead of " + below);
                }
            });
        }
    }

    private static void add(Transaction view, INode directory, String path, Map<String, String> shown) {
        for (INode inode : view.inodes().children(directory.id(), Name.EMPTY, 1000)) {
            String here = path + "/" + inode.name();
            shown.put(here, closed(NamespaceTree.describe(inode)));
            if (inode instanceof Directory) {
                add(view, inode, here, shown);
            }
        }
    }
}
