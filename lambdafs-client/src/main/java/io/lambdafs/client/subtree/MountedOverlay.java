package io.lambdafs.client.subtree;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** An overlay that calls of this process go to. */
final class MountedOverlay {
    private final Overlay namespace;
    private final OverlayFiles files;
    private volatile @Nullable AutomaticSync sync;

    MountedOverlay(Overlay namespace, OverlayFiles files) {
        this.namespace = namespace;
        this.files = files;
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
