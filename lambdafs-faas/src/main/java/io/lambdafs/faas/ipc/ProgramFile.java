package io.lambdafs.faas.ipc;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A program's file, and whether a library can be loaded into the program. */
public final class ProgramFile {
    private static final int ELF = 0x7f454c46;
    private static final int CLASS_64 = 2;
    private static final int INTERPRETER = 3;
    private static final int SET_UID_OR_GID = 06000;
    private static final int MOST_PROGRAM_HEADERS = 4096;

    private final Path file;

    public ProgramFile(Path file) {
        this.file = requireNonNull(file, "file");
    }

    /** Finds a program as a shell does. */
    public static Optional<ProgramFile> find(String name, String searchPath) {
        if (name.contains("/")) {
            return Files.isExecutable(Path.of(name)) ? Optional.of(new ProgramFile(Path.of(name))) : Optional.empty();
        }
        for (String directory : List.of(searchPath.split(":"))) {
            Path file = Path.of(directory.isEmpty() ? "." : directory, name);
            if (Files.isExecutable(file) && Files.isRegularFile(file)) {
                return Optional.of(new ProgramFile(file));
            }
        }
        return Optional.empty();
    }

    public Path path() {
        return file;
    }

    /** Why the program's calls cannot be intercepted, in a sentence; nothing if they can. */
    public Optional<String> refusal() throws IOException {
        int mode = (int) Files.getAttribute(file, "unix:mode");
        if ((mode & SET_UID_OR_GID) != 0) {
            return Optional.of(
                    file + " runs as another user or group (set-uid or set-gid), and the system loads no library of"
                            + " ours into it. Run a copy without that bit, or mount the volume instead.");
        }
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            ByteBuffer header = read(channel, 0, 64);
            if (header.remaining() < 64 || header.getInt(0) != ELF) {
                // A script: its interpreter counts, which is checked when it is started by name.
                return Optional.empty();
            }
            if (header.get(4) != CLASS_64) {
                return Optional.of(file + " is a program of 32 bits, and lambdafs's library has 64. Use the program's"
                        + " build for 64 bits, or mount the volume instead.");
            }
            return hasInterpreter(channel, header)
                    ? Optional.empty()
                    : Optional.of(file + " is linked statically, so it makes its calls without a library that could be"
                            + " replaced. Use a dynamically linked build, or mount the volume instead.");
        }
    }

    private static boolean hasInterpreter(SeekableByteChannel channel, ByteBuffer header) throws IOException {
        header.order(header.get(5) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        long offset = header.getLong(32);
        int size = header.getShort(54) & 0xffff;
        int count = header.getShort(56) & 0xffff;
        if (offset < 0 || size < 56 || count > MOST_PROGRAM_HEADERS) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            ByteBuffer entry = read(channel, offset + (long) i * size, 4).order(header.order());
            if (entry.remaining() == 4 && entry.getInt(0) == INTERPRETER) {
                return true;
            }
        }
        return false;
    }

    private static ByteBuffer read(SeekableByteChannel channel, long offset, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        channel.position(offset);
        int got;
        do {
            got = channel.read(buffer);
        } while (got >= 0 && buffer.hasRemaining());
        return buffer.flip();
    }
}
