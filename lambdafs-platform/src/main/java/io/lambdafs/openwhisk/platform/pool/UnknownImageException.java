package io.lambdafs.openwhisk.platform.pool;

import java.io.IOException;

/** An action's image that the platform's configuration does not map to a command. */
public final class UnknownImageException extends IOException {
    public UnknownImageException(String image) {
        super("Failed to pull container image '" + image + "'.");
    }
}
