package io.lambdafs.faas.action;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** A user's code, as files in a directory of this process's own. */
final class ActionCode implements AutoCloseable {
    private static final long MOST_UNPACKED = 512L << 20;
    private static final int PREFIX = 4;
    private static final String ZIP = "PK\3\4";

    private final Path directory;
    private final byte[] bytes;

    private ActionCode(Path directory, byte[] bytes) {
        this.directory = directory;
        this.bytes = bytes;
    }

    /**
     * Takes the code of OpenWhisk's {@code /init}.
     *
     * @param binary whether it is in Base64
     */
    static ActionCode of(String code, boolean binary) throws IOException {
        if (code.isBlank()) {
            throw new GuestException("The action has no code.");
        }
        try {
            byte[] bytes = binary ? Base64.getMimeDecoder().decode(code) : code.getBytes(StandardCharsets.UTF_8);
            return new ActionCode(Files.createTempDirectory("lambdafs-action-"), bytes);
        } catch (IllegalArgumentException e) {
            throw new GuestException("The action's code is said to be binary, and is not in Base64.");
        }
    }

    /** For files beside the code. */
    Path directory() {
        return directory;
    }

    /** Where the code's own files are. */
    Path unpacked() {
        return directory.resolve("code");
    }

    private boolean isZip() {
        return bytes.length > PREFIX && new String(bytes, 0, PREFIX, StandardCharsets.ISO_8859_1).equals(ZIP);
    }

    /** The code as one file of this name, or that file of the archive which the code is. */
    Path file(String name) throws IOException {
        Path into = Files.createDirectory(unpacked());
        Path file = into.resolve(name);
        if (!isZip()) {
            Files.write(file, bytes);
        } else {
            unpack(into);
            if (!Files.isRegularFile(file)) {
                throw new GuestException("The action's archive has no " + name + ".");
            }
        }
        return file;
    }

    /** The code as one executable file, or {@code exec} of the archive. */
    Path program() throws IOException {
        Path program = file("exec");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return program;
    }

    /** The code as a jar. */
    Path jar() throws IOException {
        if (!isZip()) {
            throw new GuestException("The action's code is not a jar.");
        }
        return Files.write(directory.resolve("action.jar"), bytes);
    }

    private void unpack(Path into) throws IOException {
        long left = MOST_UNPACKED;
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(bytes))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = into.resolve(entry.getName()).normalize();
                if (!file.startsWith(into)) {
                    throw new GuestException("The action's archive has a file outside of it: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                    continue;
                }
                Files.createDirectories(file.getParent());
                byte[] content = zip.readNBytes((int) Math.min(left + 1, Integer.MAX_VALUE));
                left -= content.length;
                if (left < 0) {
                    throw new GuestException("The action's archive is larger than " + MOST_UNPACKED + " bytes.");
                }
                Files.write(file, content);
            }
        }
    }

    @Override
    public void close() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }
}
