package io.lambdafs.store.rocks;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A library that a process preloads: it knows how much of each file has been synced, and can let a sync fail. So a test can
 * drop what a power cut may drop. The names of files survive in any case. It can also refuse every write, as a file system does
 * that has become read-only.
 */
public record SyncShim(Path library, Path notes, Path trigger, Path readOnly) {
    private static final String SOURCE = "sync_shim.c";

    /** Compiles it. Where that is not possible, the test is skipped. */
    public static SyncShim build(Path directory) throws IOException, InterruptedException {
        Path source = directory.resolve(SOURCE);
        try (InputStream content = requireNonNull(SyncShim.class.getResourceAsStream(SOURCE))) {
            Files.copy(content, source);
        }
        Path library = directory.resolve("sync_shim.so");
        try {
            Process compiler = new ProcessBuilder(
                            "gcc", "-shared", "-fPIC", "-o", library.toString(), source.toString(), "-ldl")
                    .redirectErrorStream(true)
                    .start();
            String output = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(compiler.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(compiler.exitValue()).as(output).isZero();
        } catch (IOException absent) {
            System.out.println(
                    "SKIPPED: what a disk does wrong cannot be tested here without gcc: " + absent.getMessage());
            abort("gcc cannot be run: " + absent.getMessage());
        }
        return new SyncShim(
                library, directory.resolve("synced"), directory.resolve("fail"), directory.resolve("read-only"));
    }

    /** What a process needs whose files in this directory count. What they have now counts as synced. */
    public Map<String, String> environment(Path store) throws IOException {
        Files.createDirectories(store);
        List<String> synced = new ArrayList<>();
        for (Path file : files(store)) {
            synced.add(inode(file) + " " + Files.size(file));
        }
        // A new list, because inodes are used again for other files.
        Files.write(notes, synced);
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "SHIM_DIRECTORY", store.toString(),
                "SHIM_NOTES", notes.toString(),
                "SHIM_FAIL", trigger.toString(),
                "SHIM_READ_ONLY", readOnly.toString());
    }

    /** From now on, nothing in the directory can be written. */
    public void makeReadOnly() throws IOException {
        Files.writeString(readOnly, "");
    }

    /** Ends that. */
    public void makeWritable() throws IOException {
        Files.delete(readOnly);
    }

    /** Lets the next sync of a log fail, and returns when it has. */
    void failNextSync() throws IOException {
        Files.writeString(trigger, "");
        Instant end = Instant.now().plusSeconds(60);
        while (Files.exists(trigger)) {
            assertThat(Instant.now()).as("no log was synced for a minute").isBefore(end);
            Thread.onSpinWait();
        }
    }

    /** Cuts each file to what was synced of it, and returns how many bytes that dropped in all. */
    long dropUnsynced(Path store) throws IOException {
        Map<Long, Long> synced = new HashMap<>();
        for (String line : Files.readAllLines(notes)) {
            String[] inodeAndSize = line.split(" ", -1);
            synced.merge(Long.parseLong(inodeAndSize[0]), Long.parseLong(inodeAndSize[1]), Math::max);
        }
        long dropped = 0;
        for (Path file : files(store)) {
            long size = Files.size(file);
            long left = Math.min(size, synced.getOrDefault(inode(file), 0L));
            try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
                cut.setLength(left);
            }
            dropped += size - left;
        }
        return dropped;
    }

    private static Long inode(Path file) throws IOException {
        return (Long) Files.getAttribute(file, "unix:ino");
    }

    private static List<Path> files(Path store) throws IOException {
        try (Stream<Path> files = Files.list(store)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
