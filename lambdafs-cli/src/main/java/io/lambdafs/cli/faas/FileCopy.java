package io.lambdafs.cli.faas;

import io.lambdafs.faas.posix.At;
import io.lambdafs.faas.posix.OpenFlags;
import io.lambdafs.faas.posix.VolumeFiles;
import io.lambdafs.faas.run.FunctionRun;
import io.lambdafs.faas.run.Retries;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Copies files into a volume and out of it. */
final class FileCopy {
    /** Less than one transaction may write. */
    private static final int PART = 16 << 20;

    private static final int BUFFER = 1 << 20;

    private FileCopy() {}

    /**
     * Copies a file into a volume. It appears as a whole: a file that is larger than a transaction grows under another name first,
     * beside its place, which stays there if this is interrupted.
     */
    static void into(VolumeCommand.Opener opener, Path file, String path) throws IOException, InterruptedException {
        VolumeFiles files = opener.open();
        FunctionRun runs = new FunctionRun(files, Retries.defaults(), RandomGenerator.getDefault());
        String grows = Files.size(file) <= PART ? path : path + ".put-" + UUID.randomUUID();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] part = in.readNBytes(PART);
            long done = 0;
            do {
                byte[] bytes = part;
                long offset = done;
                runs.run(() -> write(files, grows, offset, bytes));
                done += part.length;
                part = in.readNBytes(PART);
            } while (part.length > 0);
        }
        if (!grows.equals(path)) {
            runs.run(() -> {
                files.rename(At.root(grows), At.root(path), true);
                return new FunctionRun.Result<>(true, true);
            });
        }
    }

    private static FunctionRun.Result<Boolean> write(VolumeFiles files, String path, long offset, byte[] bytes) {
        int flags = OpenFlags.WRONLY | OpenFlags.CREAT | (offset == 0 ? OpenFlags.TRUNC : 0);
        long handle = files.open(At.root(path), flags, 0644);
        files.writeAt(handle, offset, bytes, 0, bytes.length);
        files.release(handle);
        return new FunctionRun.Result<>(true, true);
    }

    /** Copies a file of a volume, as it is at one moment; leaves nothing behind if that fails. */
    static void outOf(VolumeFiles files, String path, Path file) throws IOException {
        long handle = files.open(At.root(path), OpenFlags.RDONLY, 0);
        OutputStream made = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (OutputStream out = made) {
            copy(files, handle, out);
        } catch (IOException | RuntimeException e) {
            Files.delete(file);
            throw e;
        } finally {
            files.release(handle);
        }
    }

    private static void copy(VolumeFiles files, long handle, OutputStream out) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int read = files.read(handle, buffer, 0, BUFFER);
        while (read > 0) {
            out.write(buffer, 0, read);
            read = files.read(handle, buffer, 0, BUFFER);
        }
    }
}
