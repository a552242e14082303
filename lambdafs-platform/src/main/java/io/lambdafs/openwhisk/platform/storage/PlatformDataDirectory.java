package io.lambdafs.openwhisk.platform.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** The directory of one platform, locked while it runs: a second one would kill the first one's instances. */
public final class PlatformDataDirectory implements Closeable {
    private final Path path;
    private final FileChannel lockFile;

    private PlatformDataDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    public static PlatformDataDirectory open(Path path) throws IOException {
        Files.createDirectories(path.resolve("logs"));
        FileChannel lockFile =
                FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (lock(lockFile) == null) {
            lockFile.close();
            throw new IOException("another platform is using " + path + "; stop it or choose another --data-dir");
        }
        return new PlatformDataDirectory(path, lockFile);
    }

    public Path logs() {
        return path.resolve("logs");
    }

    public AtomicFile file(String name) {
        return new AtomicFile(path.resolve(name));
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }

    private static @Nullable FileLock lock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }
}
