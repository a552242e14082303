package io.lambdafs.store.rocks.server;

import io.lambdafs.store.rocks.StoreSecret;
import io.lambdafs.store.rocks.net.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The file with the secret. Its content is text; white space around it does not count. */
final class SecretFile {
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private SecretFile() {}

    /** Reads the secret; a {@link StartException} says what is wrong with the file. */
    static Secret read(Path file) {
        try {
            requirePrivate(file);
            return StoreSecret.of(text(file));
        } catch (NoSuchFileException e) {
            throw new StartException(
                    "the secret's file " + file + " does not exist: write at least " + Secret.FEWEST_BYTES
                            + " random characters to it, and let nobody else read it",
                    e);
        } catch (IOException e) {
            throw new StartException("the secret's file " + file + " cannot be read: " + e, e);
        } catch (IllegalArgumentException e) {
            throw new StartException("the secret's file " + file + " is of no use: " + e.getMessage(), e);
        }
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(2 * Secret.MOST_BYTES), StandardCharsets.UTF_8);
        }
    }

    private static void requirePrivate(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view != null && !Collections.disjoint(view.readAttributes().permissions(), OTHERS)) {
            throw new StartException("the secret's file " + file + " is open to other users: run chmod 600 " + file);
        }
    }
}
