package io.lambdafs.faas.nio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a Java program does with a directory's files, and what comes of it as a text. */
record JavaCall(int kind, int path, int other, int offset, int length, int value) {
    private static final List<String> PATHS =
            List.of("a", "b", "d", "d/a", "d/b", "e", "e/a", "d/e", "d/e/a", "l", "l/a", "d/../a");
    private static final int KINDS = 20;

    static JavaCall any(Random random) {
        return new JavaCall(
                random.nextInt(KINDS),
                random.nextInt(PATHS.size()),
                random.nextInt(PATHS.size()),
                random.nextInt(9000),
                random.nextInt(5000),
                1 + random.nextInt(100));
    }

    String in(Path directory) {
        try {
            return make(directory, directory.resolve(PATHS.get(path)), directory.resolve(PATHS.get(other)));
        } catch (FileSystemException e) {
            return e.getClass() == FileSystemException.class
                    ? "refused"
                    : e.getClass().getSimpleName();
        } catch (IOException e) {
            return "refused";
        }
    }

    private byte[] bytes() {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private String make(Path directory, Path at, Path to) throws IOException {
        switch (kind) {
            case 0, 1 -> Files.write(at, bytes());
            case 2 -> Files.write(at, bytes(), StandardOpenOption.APPEND);
            case 3 -> Files.write(at, bytes(), StandardOpenOption.CREATE_NEW);
            case 4, 5 -> {
                return "read " + Arrays.hashCode(Files.readAllBytes(at));
            }
            case 6, 7 -> Files.createDirectory(at);
            case 8 -> Files.delete(at);
            case 9 -> Files.move(at, to);
            case 10 -> Files.move(at, to, StandardCopyOption.REPLACE_EXISTING);
            case 11 -> Files.move(at, to, StandardCopyOption.ATOMIC_MOVE);
            case 12 -> Files.createLink(at, to);
            case 13 -> Files.createSymbolicLink(at, directory.getFileSystem().getPath(PATHS.get(other)));
            case 14 -> {
                return Files.readSymbolicLink(at).toString();
            }
            case 15 -> {
                try (Stream<Path> walked = Files.walk(directory)) {
                    return walked.map(path -> directory.relativize(path).toString())
                            .sorted()
                            .collect(Collectors.joining(" "));
                }
            }
            case 16 -> {
                return attributes(at);
            }
            case 17 -> Files.setPosixFilePermissions(at, PosixFilePermissions.fromString("rwxr-x--x"));
            case 18 -> Files.copy(at, to, StandardCopyOption.REPLACE_EXISTING);
            default -> {
                return writeInside(at);
            }
        }
        return "done";
    }

    private static String attributes(Path at) throws IOException {
        PosixFileAttributes file = Files.readAttributes(at, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        String size = file.isRegularFile() ? " " + file.size() : "";
        String permissions = file.isSymbolicLink() ? "" : PosixFilePermissions.toString(file.permissions());
        return file.isDirectory() + " " + file.isSymbolicLink() + " " + permissions + size;
    }

    private String writeInside(Path at) throws IOException {
        try (SeekableByteChannel channel =
                Files.newByteChannel(at, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.position(offset).write(ByteBuffer.wrap(bytes()));
            long end = channel.size();
            channel.truncate(end - Math.min(end, value));
            channel.position(offset / 2);
            ByteBuffer into = ByteBuffer.allocate(length);
            int count = channel.read(into);
            return count + " of " + channel.size() + ": " + Arrays.hashCode(into.array());
        }
    }
}
