package io.lambdafs.client.subtree;

/** An overlay that calls of this process go to. Immutable. */
final class MountedOverlay {
    private final Overlay namespace;
    private final OverlayFiles files;

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
}
