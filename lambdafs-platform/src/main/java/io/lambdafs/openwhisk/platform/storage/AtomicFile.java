package io.lambdafs.openwhisk.platform.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A small file that is replaced as a whole, so that a reader or a crash never sees half of it. */
public final class AtomicFile {
    private final Path path;

    AtomicFile(Path path) {
        this.path = path;
    }

    public Path path() {
        return path;
    }

    public boolean exists() {
        return Files.exists(path);
    }

    public byte[] read() throws IOException {
        return Files.readAllBytes(path);
    }

    public void write(byte[] bytes) throws IOException {
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.write(fresh, bytes);
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
