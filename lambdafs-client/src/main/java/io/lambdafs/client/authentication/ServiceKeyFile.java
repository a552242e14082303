package io.lambdafs.client.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.authentication.ServiceKey;
import io.lambdafs.wire.authentication.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The key of a service, from a file that only its owner may read. A file that has changed is read again. Thread-safe. */
public final class ServiceKeyFile implements CallKeys {
    /** Longer than this nobody waits after a key was replaced. */
    private static final long LOOK_NANOS = 2_000_000_000L;

    private static final int MOST_BYTES = 1024;
    private static final Set<PosixFilePermission> OF_OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private final Path file;
    private final LongSupplier nanoTime;
    private @Nullable FileTime changed;
    private @Nullable SigningKey key;
    private long lookedAt;

    private ServiceKeyFile(Path file, LongSupplier nanoTime) {
        this.file = requireNonNull(file, "file");
        this.nanoTime = requireNonNull(nanoTime, "nanoTime");
    }

    /**
     * Reads the file.
     *
     * @throws IOException with a sentence for the user, if it cannot be read, others may read it, or it holds no key
     */
    public static ServiceKeyFile open(Path file, LongSupplier nanoTime) throws IOException {
        ServiceKeyFile opened = new ServiceKeyFile(file, nanoTime);
        opened.read();
        return opened;
    }

    @Override
    public synchronized @Nullable SigningKey current() throws IOException {
        if (nanoTime.getAsLong() - lookedAt > LOOK_NANOS) {
            lookedAt = nanoTime.getAsLong();
            if (!Files.getLastModifiedTime(file).equals(changed)) {
                read();
            }
        }
        return key;
    }

    private synchronized void read() throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        requireSecret();
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + " is too long to be a service key");
        }
        String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        try {
            key = ServiceKey.parse(text).signing();
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
        changed = time;
        lookedAt = nanoTime.getAsLong();
    }

    private void requireSecret() throws IOException {
        Set<PosixFilePermission> open = EnumSet.copyOf(OF_OTHERS);
        open.retainAll(Files.getPosixFilePermissions(file));
        if (!open.isEmpty()) {
            throw new IOException(file + " can be read or written by others: chmod 600 " + file
                    + ", and replace the key, because a program with this key may act as any user");
        }
    }
}
