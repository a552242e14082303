package io.lambdafs.cli.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An archive of loaded classes, from which a JVM starts faster. Without it everything works, slower.
 *
 * @param file named {@code KIND-KEY.jsa}, where the key changes with any jar and with Java; it need not exist
 */
public record ClassArchive(Path file) {
    private static final int KEPT = 2;
    private static final Duration TRAINING = Duration.ofSeconds(60);
    private static final String SUFFIX = ".jsa";
    private static final String LIST_SUFFIX = ".classes";

    public boolean exists() {
        return Files.exists(file);
    }

    /** Whether one can be put in its place; otherwise it would be recorded again and again. */
    public boolean canBeKept() {
        try {
            return Files.isWritable(Files.createDirectories(file.getParent()));
        } catch (IOException slower) {
            return false;
        }
    }

    /** Options of a JVM that uses it. */
    public List<String> use() {
        return options("-XX:SharedArchiveFile=" + file);
    }

    /** Options of a JVM that writes one into this file when it ends by itself. */
    public static List<String> recordInto(Path fresh) {
        return options("-XX:ArchiveClassesAtExit=" + fresh);
    }

    /* A missing or unfitting archive costs time and is no error, so the JVM is not to talk of it. */
    private static List<String> options(String archive) {
        return List.of(archive, "-Xlog:disable", "-Xlog:all=error:stderr");
    }

    /** An option of a JVM that writes the names of the classes it loads into this file, as it loads them. */
    public static String listInto(Path classList) {
        return "-XX:DumpLoadedClassList=" + classList;
    }

    /**
     * The names of its classes, if the process that recorded it listed them. Another Java cannot use this archive, but
     * can make its own from the names.
     */
    public Optional<Path> classList() {
        return Optional.of(listOf(file)).filter(Files::exists);
    }

    /** A file beside it that the names can be written into while a new archive is recorded. */
    public Path freshList() {
        return fresh().resolveSibling(fresh().getFileName() + LIST_SUFFIX);
    }

    private static Path listOf(Path archive) {
        String name = String.valueOf(archive.getFileName());
        return archive.resolveSibling(name.substring(0, name.lastIndexOf(SUFFIX)) + LIST_SUFFIX);
    }

    /** A file beside it that a new one can be written into. */
    public Path fresh() {
        return file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid());
    }

    /**
     * Runs a program that writes into {@link #fresh} when it ends, for a minute at most, and puts that in its place. Without an archive everything works,
     * slower, so a failure is ignored.
     *
     * @param recording the program, which has an option of {@link #recordInto}
     * @param log gets what the program prints
     */
    public void train(ProcessBuilder recording, Path log) {
        Path fresh = fresh();
        try {
            Files.createDirectories(fresh.getParent());
            Process process = recording
                    .redirectErrorStream(true)
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectOutput(log.toFile())
                    .start();
            if (!process.waitFor(TRAINING.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            } else if (Files.exists(fresh)) {
                keep(fresh);
            }
        } catch (IOException slower) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Puts what was written beside it in its place, and deletes those of its kind that are older than the one before it. */
    public void keep(Path fresh) throws IOException {
        if (Files.exists(freshList())) {
            Files.move(freshList(), listOf(file), StandardCopyOption.ATOMIC_MOVE);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
        for (Path old : superfluous()) {
            Files.deleteIfExists(old);
            if (String.valueOf(old.getFileName()).endsWith(SUFFIX)) {
                Files.deleteIfExists(listOf(old));
            }
        }
    }

    private static boolean isArchive(String name, String kind) {
        return name.startsWith(kind) && name.contains(SUFFIX) && !name.endsWith(LIST_SUFFIX);
    }

    /* With another store the jars are others, so there may be two of use. What was never finished is counted, too. */
    private List<Path> superfluous() throws IOException {
        String name = String.valueOf(file.getFileName());
        String kind = name.substring(0, name.indexOf('-') + 1);
        List<Path> latestFirst;
        try (Stream<Path> files = Files.list(file.getParent())) {
            latestFirst = files.filter(other -> isArchive(String.valueOf(other.getFileName()), kind))
                    .sorted(Comparator.comparingLong(
                                    (Path other) -> other.toFile().lastModified())
                            .reversed())
                    .toList();
        }
        return latestFirst.subList(Math.min(KEPT, latestFirst.size()), latestFirst.size());
    }
}
