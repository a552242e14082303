package io.lambdafs.cli;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * An archive of loaded classes, from which a JVM starts faster. Without it everything works, slower.
 *
 * @param file named {@code KIND-KEY.jsa}, where the key changes with any jar and with Java; it need not exist
 */
record ClassArchive(Path file) {
    /** A missing or unfitting archive costs time and is no error, so the JVM is not to talk of it. */
    private static final List<String> QUIETLY = List.of("-Xlog:disable", "-Xlog:all=error:stderr");

    boolean exists() {
        return Files.exists(file);
    }

    /** Options of a JVM that uses it. */
    List<String> use() {
        return options("-XX:SharedArchiveFile=" + file);
    }

    /** Options of a JVM that writes one into this file when it ends by itself. */
    static List<String> recordInto(Path fresh) {
        return options("-XX:ArchiveClassesAtExit=" + fresh);
    }

    private static List<String> options(String first) {
        return List.of(first, QUIETLY.get(0), QUIETLY.get(1));
    }

    /** A file beside it that a new one can be written into. */
    Path fresh() {
        return file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid());
    }

    /** Puts what was written beside it in its place, and deletes older ones of its kind, which fit nothing any more. */
    void keep(Path fresh) throws IOException {
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        String name = String.valueOf(file.getFileName());
        String kind = name.substring(0, name.indexOf('-') + 1);
        try (DirectoryStream<Path> others = Files.newDirectoryStream(file.getParent(), kind + "*.jsa")) {
            for (Path other : others) {
                if (!other.equals(file)) {
                    Files.deleteIfExists(other);
                }
            }
        }
    }
}
