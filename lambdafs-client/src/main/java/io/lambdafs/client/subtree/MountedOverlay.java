package io.lambdafs.client.subtree;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An overlay that calls of this process go to. */
final class MountedOverlay {
    private final Overlay namespace;
    private final OverlayFiles files;
    private final boolean nowhere;
    private volatile @Nullable AutomaticSync sync;

    MountedOverlay(Overlay namespace, OverlayFiles files) {
        this(namespace, files, false);
    }

    private MountedOverlay(Overlay namespace, OverlayFiles files, boolean nowhere) {
        this.namespace = namespace;
        this.files = files;
        this.nowhere = nowhere;
    }

    /** One whose root is no directory of the namespace. */
    static MountedOverlay nowhere(Overlay namespace, OverlayFiles files) {
        return new MountedOverlay(namespace, files, true);
    }

    /** Whether the namespace has no directory at its root. */
    boolean isNowhere() {
        return nowhere;
    }

    Overlay namespace() {
        return namespace;
    }

    OverlayFiles files() {
        return files;
    }

    void syncedBy(AutomaticSync automatic) {
        sync = automatic;
    }

    /**
     * Tells a caller of what failed since the last call without having been asked for.
     *
     * @throws IOException says what
     */
    void report() throws IOException {
        AutomaticSync automatic = sync;
        if (automatic != null) {
            automatic.report();
        }
    }

    /** Ends the syncs that nobody has asked for. */
    void stopSync() {
        AutomaticSync automatic = sync;
        if (automatic != null) {
            automatic.close();
        }
    }
}
