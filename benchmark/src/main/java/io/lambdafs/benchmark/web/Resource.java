package io.lambdafs.benchmark.web;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that are in this program. */
final class Resource {
    private Resource() {}

    static byte[] bytes(String name) throws IOException {
        try (InputStream in = Resource.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("the program has no " + name);
            }
            return in.readAllBytes();
        }
    }

    /** Writes it to a file, whose path it returns. */
    static Path copy(String name, Path to) throws IOException {
        return Files.write(to, bytes(name));
    }
}
