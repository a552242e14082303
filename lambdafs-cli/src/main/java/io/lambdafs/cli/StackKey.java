package io.lambdafs.cli;

import io.lambdafs.openwhisk.platform.PlatformKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The key of a stack's platform: random, made at the first start, and kept in the data directory. */
final class StackKey {
    private final Path file;

    StackKey(DataDirectory data) {
        file = data.hadoopConfiguration().resolve("platform.key");
    }

    /** The key; a new one if the stack has none yet, as one that an earlier version made. */
    String adopt() {
        try {
            return PlatformKey.adopt(file);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    /** The key of a stack that was started before. */
    String require() {
        if (!Files.exists(file)) {
            throw new CliException(
                    "the stack has no key of its own yet, because an earlier version of lambdafs started it: run"
                            + " 'lambdafs start'");
        }
        try {
            return PlatformKey.read(file);
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private CliException unusable(IOException e) {
        return new CliException("cannot use the platform's key in " + file + ": " + e.getMessage(), e);
    }
}
