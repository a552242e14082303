package io.lambdafs.namenode.sim;

import static java.util.Objects.requireNonNull;

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
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What was below a directory at the moment at which a snapshot of it was committed, to be compared with what the snapshot shows
 * afterwards, until it is deleted.
 */
final class ShownSnapshots {
    private static final String BETWEEN = "/.snapshot/";
    private static final Bounds AT_ONCE = new Bounds(Duration.ZERO, Duration.ZERO, Duration.ofDays(1));

    private final Map<String, Map<String, String>> taken = new HashMap<>();

    /** The states in which the snapshots were taken that there were from a commit on, by the number of the commit. */
    private final NavigableMap<Integer, Map<String, InMemoryDatabase>> states = new TreeMap<>(Map.of(0, Map.of()));

    private int count;
    private int deleted;
    private int renamed;

    /** A call was committed that changed something, made this state and this tree, and was the commit of this number. */
    void changed(SimCall call, InMemoryDatabase state, NamespaceTree tree, int commit) {
        String above = call.path() + BETWEEN;
        Map<String, InMemoryDatabase> present = new HashMap<>(states.lastEntry().getValue());
        switch (call.method()) {
            case "createSnapshot" -> {
                taken.put(above + call.detail(), below(call.path(), tree));
                present.put(above + call.detail(), state);
                count++;
            }
            case "deleteSnapshot" -> {
                taken.remove(above + call.detail());
                present.remove(above + call.detail());
                deleted++;
            }
            case "renameSnapshot" -> {
                String[] names = call.detail().split(" ");
                Map<String, String> shown = requireNonNull(taken.remove(above + names[0]), call::toString);
                taken.put(above + names[1], shown);
                present.put(above + names[1], requireNonNull(present.remove(above + names[0]), call::toString));
                renamed++;
            }
            default -> {
                return;
            }
        }
        states.put(commit, present);
    }

    /** The state in which the snapshot was taken that a path led into after so many commits; none if it led into none. */
    Optional<InMemoryDatabase> taken(String path, int commits) {
        return path.contains(BETWEEN)
                ? Optional.ofNullable(states.floorEntry(commits)
                        .getValue()
                        .get(path.substring(0, path.length() - below(path).length())))
                : Optional.empty();
    }

    /** Where that was then what a path into a snapshot leads to. */
    static String formerPath(String path) {
        return path.substring(0, path.indexOf(BETWEEN)) + below(path);
    }

    /** What follows the name of the snapshot in a path into one. */
    private static String below(String path) {
        int end = path.indexOf('/', path.indexOf(BETWEEN) + BETWEEN.length());
        return end < 0 ? "" : path.substring(end);
    }

    private static Map<String, String> below(String path, NamespaceTree tree) {
        Map<String, String> below = new TreeMap<>();
        tree.entries().forEach((at, what) -> {
            if (at.startsWith(path + "/")) {
                below.put(at.substring(path.length()), closed(what));
            }
        });
        return below;
    }

    int count() {
        return count;
    }

    int deleted() {
        return deleted;
    }

    int renamed() {
        return renamed;
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
