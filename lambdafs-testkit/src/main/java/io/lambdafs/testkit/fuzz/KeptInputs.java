package io.lambdafs.testkit.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Inputs that once did harm: the files of the directory that has the target's simple name, beside the target. */
final class KeptInputs {
    private KeptInputs() {}

    /** By the names of their files. */
    static Map<String, byte[]> of(Class<?> target) {
        URL directory = target.getResource(target.getSimpleName());
        if (directory == null) {
            return Map.of();
        }
        try {
            return read(Path.of(directory.toURI()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, byte[]> read(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.list(directory)) {
            files = found.toList();
        }
        Map<String, byte[]> inputs = new TreeMap<>();
        for (Path file : files) {
            inputs.put(file.getFileName().toString(), Files.readAllBytes(file));
        }
        return inputs;
    }
}
