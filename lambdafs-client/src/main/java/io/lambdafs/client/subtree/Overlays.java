package io.lambdafs.client.subtree;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.jspecify.annotations.Nullable;

/**
 * The decoupled subtrees of this process, by file system and user, and how their NameNodes are called. Hadoop makes a proxy for each
 * FileSystem object, and all of them must see the subtree. Thread-safe.
 */
public final class Overlays {
    private static final Map<String, Overlays> ALL = new ConcurrentHashMap<>();

    private final List<MountedOverlay> mounted = new CopyOnWriteArrayList<>();
    private final List<SubtreeCalls> ways = new CopyOnWriteArrayList<>();

    private final Adoption adoption = new Adoption(this);
    private volatile @Nullable LocalSubtrees local;

    private Overlays() {}

    /**
     * Those of a user in a file system.
     *
     * @param authority of the file system's URI
     */
    public static Overlays of(String authority, String user) {
        return ALL.computeIfAbsent(authority + '\0' + user, key -> new Overlays());
    }

    /** Those of the current user in a file system. */
    static Overlays of(FileSystem fileSystem) throws IOException {
        return of(
                fileSystem.getUri().getAuthority(),
                UserGroupInformation.getCurrentUser().getShortUserName());
    }

    /**
     * A way to the NameNodes of this file system.
     *
     * @throws IOException if there is none
     */
    SubtreeCalls requireWay(FileSystem fileSystem) throws IOException {
        SubtreeCalls way = way();
        if (way == null) {
            throw new IOException(fileSystem.getUri() + " is not a file system of λFS's client, or it is closed."
                    + " Use the settings that 'lambdafs conf' prints.");
        }
        return way;
    }

    /** Notes a way to the NameNodes, until {@link #withdraw}. */
    public synchronized void offer(SubtreeCalls way) {
        ways.add(way);
    }

    /**
     * Forgets a way. Before the last one goes, what was taken from this machine's disk is left there for other processes.
     *
     * @throws IOException if it cannot be written
     */
    public synchronized void withdraw(SubtreeCalls way) throws IOException {
        try {
            if (ways.size() == 1 && ways.contains(way)) {
                adoption.leaveAll();
            }
        } finally {
            ways.remove(way);
        }
    }

    /** A way to the NameNodes; null if there is none. */
    @Nullable
    SubtreeCalls way() {
        return ways.isEmpty() ? null : ways.get(ways.size() - 1);
    }

    /** Has the subtrees looked at that other processes of this machine have left. */
    public void useLocal(LocalSubtrees subtrees) {
        local = subtrees;
    }

    /**
     * What this machine keeps of decoupled subtrees.
     *
     * @throws IOException if the file system is not λFS's
     */
    LocalSubtrees requireLocal() throws IOException {
        LocalSubtrees found = local;
        if (found == null) {
            throw new IOException("This client keeps no decoupled subtrees for other processes");
        }
        return found;
    }

    @Nullable
    LocalSubtrees local() {
        return local;
    }

    void mount(MountedOverlay overlay) {
        mounted.add(overlay);
    }

    void unmount(MountedOverlay overlay) {
        mounted.remove(overlay);
    }

    /** The one that has this path below its root, taken from this machine's disk if need be; null if none has. */
    @Nullable
    MountedOverlay covering(String path) throws IOException {
        MountedOverlay found = mounted(path, false);
        return found != null || !adoption.takes(path, false) ? found : mounted(path, false);
    }

    /** The one whose root this path is, taken from this machine's disk if need be; null if none is. */
    @Nullable
    MountedOverlay at(String path) throws IOException {
        MountedOverlay found = mounted(path, true);
        return found != null || !adoption.takes(path, true) ? found : mounted(path, true);
    }

    private @Nullable MountedOverlay mounted(String path, boolean root) {
        if (mounted.isEmpty()) {
            return null;
        }
        // What an attempt of a task writes is below the output that its job holds.
        MountedOverlay deepest = null;
        for (MountedOverlay overlay : mounted) {
            Overlay namespace = overlay.namespace();
            boolean found = root ? namespace.root().equals(path) : namespace.covers(path);
            if (found
                    && (deepest == null
                            || namespace.root().length()
                                    > deepest.namespace().root().length())) {
                deepest = overlay;
            }
        }
        return deepest;
    }

    /** Whether this process works on an overlay of the subtree with this number. */
    boolean isMounted(long number) {
        return mounted.stream().anyMatch(overlay -> overlay.namespace().lease().number() == number);
    }

    /** The subtrees that this process has taken from this machine's disk. */
    Adoption adoption() {
        return adoption;
    }

    /** The one whose root this path is, or is above; null if none is. */
    @Nullable
    MountedOverlay atOrBelow(String path) {
        for (MountedOverlay overlay : mounted) {
            String root = overlay.namespace().root();
            if (overlay.isNowhere()) {
                continue;
            }
            if (root.equals(path) || root.startsWith(path.equals("/") ? "/" : path + "/")) {
                return overlay;
            }
        }
        return null;
    }

    /** The number of the subtree in which this path is, or whose root it is; 0 if it is in none of this process. */
    public long holding(String path) {
        for (MountedOverlay overlay : mounted) {
            Overlay namespace = overlay.namespace();
            if (namespace.root().equals(path) || namespace.covers(path)) {
                return namespace.lease().number();
            }
        }
        return path.startsWith(Adoption.INODES) ? adoption.looking() : 0;
    }
}
