package io.lambdafs.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file that is its owner's only, unless that was changed by hand. It is replaced as a whole: clients read it while a stack is
 * started, and find what it was or what it is, never a part.
 */
final class PrivateFile {
    private PrivateFile() {}

    static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    static void write(Path file, byte[] bytes) throws IOException {
        boolean exists = Files.exists(file);
        // What a link names is replaced, not the link.
        Path target = exists ? file.toRealPath() : file.toAbsolutePath();
        Set<PosixFilePermission> permissions =
                exists ? Files.getPosixFilePermissions(target) : PosixFilePermissions.fromString("rw-------");
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
