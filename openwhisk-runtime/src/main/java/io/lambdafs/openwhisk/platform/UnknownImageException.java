package io.lambdafs.openwhisk.platform;

import java.io.IOException;

/** An action's image that the platform's configuration does not map to a command. */
final class UnknownImageException extends IOException {
    UnknownImageException(String image) {
        super("Failed to pull container image '" + image + "'.");
    }
}
