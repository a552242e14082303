package io.lambdafs.cli.secret;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file that is its owner's only, or also its group's if the owner has changed that by hand. It is replaced as a
 * whole: clients that read it while a stack is started find the old contents or the new ones, never a part.
 */
public final class PrivateFile {
    private static final String OWNER_ONLY = "rw-------";
    private static final Set<PosixFilePermission> OF_OTHERS = PosixFilePermissions.fromString("------rwx");

    private PrivateFile() {}

    /** Takes an existing file away from everybody but its owner. */
    public static void restrict(Path file) throws IOException {
        if (Files.exists(file)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(OWNER_ONLY));
        }
    }

    private static Set<PosixFilePermission> kept(Path file) throws IOException {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        permissions.removeAll(OF_OTHERS);
        return permissions;
    }

    /** Writes a text in UTF-8. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes the file, or replaces it. */
    public static void write(Path file, byte[] bytes) throws IOException {
        boolean exists = Files.exists(file);
        // What a link names is replaced, not the link.
        Path target = exists ? file.toRealPath() : file.toAbsolutePath();
        Set<PosixFilePermission> permissions = exists ? kept(target) : PosixFilePermissions.fromString(OWNER_ONLY);
        Path fresh = Files.createTempFile(target.getParent(), target.getFileName() + ".", ".new");
        try {
            Files.write(fresh, bytes);
            Files.setPosixFilePermissions(fresh, permissions);
            Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
