package io.lambdafs.faas.ipc;

import io.lambdafs.store.volume.ByteString;

/** A path leads out of the volume: the program's library goes on there itself. */
final class OutsideException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ByteString path;

    OutsideException(ByteString path) {
        super(path.text(), null, false, false);
        this.path = path;
    }

    ByteString path() {
        return path;
    }
}
