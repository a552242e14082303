package io.lambdafs.testkit.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A file system of a few MiB that is mounted for a test. Where nothing can be mounted, the test is skipped. */
public record SmallDisk(Path root) implements AutoCloseable {
    private static final String FILLER = "filler";
    private static final int CHUNK = 1 << 12;

    public static SmallDisk mount(Path place, int mebibytes) throws IOException {
        Files.createDirectories(place);
        String refusal =
                run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "lambdafs-test", place.toString());
        if (!refusal.isEmpty()) {
            System.out.println("SKIPPED: a disk that gets full cannot be tested here, mount says: " + refusal);
            abort("mount says: " + refusal);
        }
        return new SmallDisk(place);
    }

    public void makeReadOnly() {
        assertThat(run("mount", "-o", "remount,ro", root.toString())).isEmpty();
    }

    /** Takes all the room except so many bytes. */
    public void fill(long except) throws IOException {
        FileStore disk = Files.getFileStore(root);
        try (RandomAccessFile filler = new RandomAccessFile(root.resolve(FILLER).toFile(), "rw")) {
            byte[] chunk = new byte[CHUNK];
            while (disk.getUsableSpace() >= except + CHUNK) {
                filler.seek(filler.length());
                filler.write(chunk);
            }
        }
    }

    /** Gives back some of what was taken. */
    public void makeSomeRoom(long bytes) throws IOException {
        try (RandomAccessFile filler = new RandomAccessFile(root.resolve(FILLER).toFile(), "rw")) {
            filler.setLength(filler.length() - bytes);
        }
    }

    public void makeRoom() throws IOException {
        Files.delete(root.resolve(FILLER));
    }

    /** What the command says when it fails; nothing if it succeeds. */
    private static String run(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "no answer";
            }
            return process.exitValue() == 0 ? "" : "exit status " + process.exitValue() + ", " + output;
        } catch (IOException absent) {
            return absent.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e.toString();
        }
    }

    @Override
    public void close() {
        assertThat(run("umount", root.toString())).isEmpty();
    }
}
