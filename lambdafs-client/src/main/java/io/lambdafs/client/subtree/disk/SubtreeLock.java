package io.lambdafs.client.subtree.disk;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The lock by which one process of this machine at a time uses a decoupled subtree. The operating system releases it when the process
 * ends, in whatever way.
 *
 * <p>It is a file of its own, because the journal is replaced as a whole after a sync.
 */
public final class SubtreeLock implements Closeable {
    private static final long PAUSE_MILLIS = 50;

    private final FileChannel channel;
    private final FileLock lock;

    private SubtreeLock(FileChannel channel, FileLock lock) {
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Waits for the lock.
     *
     * @param path of the subtree, for the message
     * @throws IOException if another process still has it after that time: the message says which
     */
    public static SubtreeLock take(Path file, String path, Duration wait) throws IOException {
        long deadline = System.nanoTime() + wait.toNanos();
        FileChannel channel =
                PrivateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            while (true) {
                FileLock lock = tryLock(channel);
                if (lock != null) {
                    noteHolder(channel);
                    return new SubtreeLock(channel, lock);
                }
                if (System.nanoTime() - deadline >= 0) {
                    throw new IOException("Device or resource busy: the decoupled subtree " + path + " is in use by "
                            + holder(file) + ". Waited " + wait.toMillis() + " ms"
                            + " (lambdafs.client.subtree.lock-wait-millis).");
                }
                pause();
            }
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Another user's or another class loader's, in this JVM.
            return null;
        }
    }

    private static void noteHolder(FileChannel channel) throws IOException {
        String command = System.getProperty("sun.java.command", "java").split(" ", 2)[0];
        String process = ManagementFactory.getRuntimeMXBean().getName().split("@", 2)[0];
        String text = "process " + process + " (" + command + ") since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), 0);
    }

    private static String holder(Path file) throws IOException {
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return text.isEmpty() ? "another process of this machine" : text;
    }

    private static void pause() throws InterruptedIOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("The wait for a decoupled subtree was interrupted");
        }
    }

    @Override
    public void close() throws IOException {
        lock.release();
        channel.close();
    }
}
