package io.lambdafs.store.sql.embedded;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Unpacks a tar archive of plain files, directories and symbolic links, with GNU's long names. */
final class TarReader {
    private static final int BLOCK = 512;

    private final InputStream in;
    private final Path into;
    private final Predicate<String> wanted;

    TarReader(InputStream in, Path into, Predicate<String> wanted) {
        this.in = in;
        this.into = into.toAbsolutePath().normalize();
        this.wanted = wanted;
    }

    /** One entry's header. */
    private record Header(String name, int mode, long size, char type, String link) {
        static Header parse(byte[] block) throws IOException {
            String prefix = text(block, 345, 155);
            String name = text(block, 0, 100);
            boolean posix = text(block, 257, 6).equals("ustar");
            return new Header(
                    posix && !prefix.isEmpty() ? prefix + "/" + name : name,
                    (int) octal(block, 100, 8),
                    octal(block, 124, 12),
                    block[156] == 0 ? '0' : (char) block[156],
                    text(block, 157, 100));
        }

        Header named(String longName) {
            return new Header(longName, mode, size, type, link);
        }

        private static String text(byte[] block, int from, int length) {
            int end = from;
            while (end < from + length && block[end] != 0) {
                end++;
            }
            return new String(block, from, end - from, StandardCharsets.UTF_8);
        }

        private static long octal(byte[] block, int from, int length) throws IOException {
            String digits = text(block, from, length).trim();
            try {
                return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
            } catch (NumberFormatException e) {
                throw new IOException("not a tar archive: a number is '" + digits + "'", e);
            }
        }
    }

    /** Unpacks the wanted entries, to be read and, where the archive says so, executed by everybody. */
    void unpack() throws IOException {
        @Nullable String longName = null;
        for (byte[] block = nextBlock(); block[0] != 0; block = nextBlock()) {
            Header header = Header.parse(block);
            if (header.type() == 'L') {
                longName = new String(content(header), StandardCharsets.UTF_8).replace("\0", "");
                continue;
            }
            unpack(longName == null ? header : header.named(longName));
            longName = null;
        }
    }

    private void unpack(Header header) throws IOException {
        Path target = into.resolve(header.name()).normalize();
        if (!target.startsWith(into)) {
            throw new IOException("an archive entry leads outside: " + header.name());
        }
        if (!wanted.test(header.name())) {
            in.skipNBytes(padded(header.size()));
            return;
        }
        switch (header.type()) {
            case '5' -> Files.createDirectories(target);
            case '2' -> {
                Files.createDirectories(parent(target));
                Files.createSymbolicLink(target, Path.of(header.link()));
            }
            case '0' -> {
                Files.createDirectories(parent(target));
                Files.write(target, content(header));
            }
            default -> in.skipNBytes(padded(header.size()));
        }
        allow(target, header);
    }

    private Path parent(Path target) {
        Path parent = target.getParent();
        return parent == null ? into : parent;
    }

    private static void allow(Path target, Header header) throws IOException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS) && !Files.isSymbolicLink(target)) {
            boolean executable = header.type() == '5' || (header.mode() & 0100) != 0;
            Files.setPosixFilePermissions(
                    target, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
        }
    }

    private byte[] content(Header header) throws IOException {
        byte[] content = in.readNBytes(Math.toIntExact(header.size()));
        if (content.length < header.size()) {
            throw new EOFException("the archive ends within " + header.name());
        }
        in.skipNBytes(padded(header.size()) - header.size());
        return content;
    }

    private byte[] nextBlock() throws IOException {
        byte[] block = in.readNBytes(BLOCK);
        if (block.length < BLOCK) {
            throw new EOFException("the archive ends without an end mark");
        }
        return block;
    }

    private static long padded(long size) {
        return (size + BLOCK - 1) / BLOCK * BLOCK;
    }
}
