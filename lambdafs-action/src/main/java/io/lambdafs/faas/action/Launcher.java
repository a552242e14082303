package io.lambdafs.faas.action;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The program that runs functions in Python, which goes with this module. */
final class Launcher {
    private static final String NAME = "launcher.py";

    private Launcher() {}

    /** Puts it into a directory. */
    static Path into(Path directory) throws IOException {
        Path file = directory.resolve(NAME);
        try (InputStream in = Launcher.class.getResourceAsStream(NAME)) {
            if (in == null) {
                throw new IllegalStateException(NAME + " is missing among the classes");
            }
            Files.copy(in, file);
        }
        return file;
    }
}
