package io.lambdafs.openwhisk.platform;

/** The check that every settings record makes of its values. */
final class Settings {
    private Settings() {}

    static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
