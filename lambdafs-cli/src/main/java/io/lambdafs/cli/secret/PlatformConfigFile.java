package io.lambdafs.cli.secret;

import static java.util.Objects.requireNonNull;

import io.lambdafs.openwhisk.platform.ConfigFile;
import io.lambdafs.openwhisk.platform.PlatformConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The file with the settings of a stack's platform, among them its keys. Only its owner can read it. */
public final class PlatformConfigFile {
    private final Path file;

    /** The file of the stack with this directory for configurations; it need not exist. */
    public PlatformConfigFile(Path configuration) {
        this.file = requireNonNull(configuration, "configuration").resolve("platform.json");
    }

    /** Where it is. */
    public Path path() {
        return file;
    }

    /**
     * Writes these settings, unless it has them.
     *
     * @return whether it had others
     * @throws IOException with a sentence for the user, if it cannot be written
     */
    public boolean write(PlatformConfig wanted) throws IOException {
        if (isWritten(wanted)) {
            return false;
        }
        try {
            PrivateFile.write(file, "");
            ConfigFile.write(file, wanted);
            return true;
        } catch (IOException e) {
            throw new IOException("cannot write " + file + " (" + e + ")", e);
        }
    }

    private boolean isWritten(PlatformConfig wanted) {
        try {
            return Files.exists(file) && ConfigFile.read(file, wanted).equals(wanted);
        } catch (IOException | IllegalArgumentException ofAnotherVersion) {
            return false;
        }
    }
}
