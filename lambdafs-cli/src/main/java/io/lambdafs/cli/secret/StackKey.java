package io.lambdafs.cli.secret;

import io.lambdafs.openwhisk.platform.PlatformKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The key of a stack's platform: random, made at the first start, and kept in the data directory. */
public final class StackKey {
    private final Path file;

    /** The key in this file, which need not exist. */
    public StackKey(Path file) {
        this.file = file;
    }

    /**
     * The key; a new one if the stack has none yet, as one that an earlier version made.
     *
     * @throws IOException if the file cannot be made, or holds something else
     */
    public String adopt() throws IOException {
        return PlatformKey.adopt(file);
    }

    /**
     * The key of a stack that was started before.
     *
     * @throws IOException if there is none, or the file holds something else
     */
    public String require() throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(
                    "the stack has no key of its own yet, because an earlier version of lambdafs started it:"
                            + " run 'lambdafs start'");
        }
        return PlatformKey.read(file);
    }
}
