package io.lambdafs.faas.ipc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The C sources of the library that is loaded into programs. */
final class LibrarySources {
    private static final List<String> NAMES = List.of(
            "attributes.c",
            "changes.c",
            "connection.c",
            "descriptors.c",
            "directories.c",
            "extended.c",
            "lambdafs.h",
            "locks.c",
            "main.c",
            "mappings.c",
            "memory.c",
            "names.c",
            "numbered.c",
            "open.c",
            "paths.c",
            "patterns.c",
            "places.c",
            "processes.c",
            "protocol.h",
            "streams.c",
            "temporaries.c",
            "transfer.c",
            "trees.c");

    private final Map<String, byte[]> files;

    private LibrarySources(Map<String, byte[]> files) {
        this.files = files;
    }

    static LibrarySources read() throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        for (String name : NAMES) {
            try (InputStream file = LibrarySources.class.getResourceAsStream("c/" + name)) {
                if (file == null) {
                    throw new IOException("The source " + name + " is missing in this build of lambdafs.");
                }
                files.put(name, file.readAllBytes());
            }
        }
        return new LibrarySources(files);
    }

    Map<String, byte[]> files() {
        return files;
    }

    List<String> units() {
        return files.keySet().stream().filter(name -> name.endsWith(".c")).toList();
    }

    /** Tells these sources, built by this command, from all others. */
    String digest(List<String> command) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(command.toString().getBytes(StandardCharsets.UTF_8));
            files.forEach((name, bytes) -> {
                digest.update(name.getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            });
            return HexFormat.of().formatHex(digest.digest()).substring(0, 32);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
