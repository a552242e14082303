package io.lambdafs.client.subtree;

import io.lambdafs.wire.journal.JournalException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A journal on the client's disk: a head with the number of the subtree, then frames. A frame is a length, a CRC-32 and a chunk.
 *
 * <p>A frame that the end of the file cuts off was never promised, and is cut away. Any other damage is an error.
 */
final class JournalFile implements Closeable {
    private static final int MAGIC = 0x4c46534a;
    private static final int VERSION = 1;
    private static final int HEAD = 2 * Integer.BYTES + Long.BYTES;
    private static final int FRAME_HEAD = 2 * Integer.BYTES;
    private static final int MOST_CHUNK_BYTES = 1 << 20;

    private final Path path;
    private final long number;
    private FileChannel channel;

    private JournalFile(Path path, long number, FileChannel channel) {
        this.path = path;
        this.number = number;
        this.channel = channel;
    }

    /** Takes chunks that were found. */
    interface Found {
        void chunk(byte[] chunk);
    }

    /**
     * Makes a file.
     *
     * @param number of the subtree
     * @throws IOException if it is there, or cannot be written
     */
    static JournalFile create(Path path, long number) throws IOException {
        FileChannel channel = PrivateFiles.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        JournalFile file = new JournalFile(path, number, channel);
        file.writeHead(channel);
        file.sync();
        PrivateFiles.syncDirectory(path);
        return file;
    }

    /**
     * Opens a file and reads what it has.
     *
     * @throws JournalException if it is damaged, or of another subtree
     */
    static JournalFile open(Path path, long number, Found found) throws IOException {
        return open(path, number, 0, found);
    }

    /**
     * As {@link #open(Path, long, Found)}, of a file that has had at least so many bytes on the disk.
     *
     * @throws JournalException also if it has fewer now
     */
    static JournalFile open(Path path, long number, long persistedBytes, Found found) throws IOException {
        if (Files.size(path) < persistedBytes) {
            throw new JournalException(path + " has " + Files.size(path) + " bytes, but " + persistedBytes
                    + " were on the disk before: it was cut. What it still has can be merged with"
                    + " 'lambdafs subtree recover --journal FILE'");
        }
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            JournalFile file = new JournalFile(path, number, channel);
            file.read(found);
            return file;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * The number of the subtree whose journal a file is.
     *
     * @throws JournalException if it is no journal
     */
    static long numberIn(Path path) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            while (head.hasRemaining() && channel.read(head) >= 0) {
                // Reads on.
            }
        }
        head.flip();
        if (head.remaining() < HEAD || head.getInt() != MAGIC) {
            throw new JournalException(path + " is no journal of a decoupled subtree");
        }
        head.getInt();
        return head.getLong();
    }

    private void writeHead(FileChannel to) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        head.putInt(MAGIC).putInt(VERSION).putLong(number);
        head.flip();
        writeFully(to, head);
    }

    private void read(Found found) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(path));
        if (all.remaining() < HEAD || all.getInt() != MAGIC) {
            throw new JournalException(path + " is no journal of a decoupled subtree");
        }
        if (all.getInt() != VERSION) {
            throw new JournalException(path + " was written by a newer program: use that one");
        }
        if (all.getLong() != number) {
            throw new JournalException(path + " is the journal of another subtree than " + number);
        }
        while (all.remaining() >= FRAME_HEAD) {
            int start = all.position();
            int length = all.getInt();
            int checksum = all.getInt();
            if (length < 1 || length > MOST_CHUNK_BYTES) {
                throw damaged(start);
            }
            if (length > all.remaining()) {
                cut(start);
                return;
            }
            byte[] chunk = new byte[length];
            all.get(chunk);
            if (checksum(chunk) != checksum) {
                if (all.hasRemaining()) {
                    throw damaged(start);
                }
                cut(start);
                return;
            }
            found.chunk(chunk);
        }
        cut(all.position());
    }

    private JournalException damaged(int position) {
        return new JournalException(path + " is damaged at byte " + position
                + ": what comes before it can be recovered after the file is cut there");
    }

    private void cut(int end) throws IOException {
        channel.truncate(end);
        channel.position(end);
    }

    private static int checksum(byte[] chunk) {
        CRC32 crc = new CRC32();
        crc.update(chunk, 0, chunk.length);
        return (int) crc.getValue();
    }

    void append(byte[] chunk) throws IOException {
        append(channel, chunk);
    }

    private static void append(FileChannel to, byte[] chunk) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD + chunk.length);
        frame.putInt(chunk.length).putInt(checksum(chunk)).put(chunk);
        frame.flip();
        long start = to.position();
        try {
            writeFully(to, frame);
        } catch (IOException e) {
            to.truncate(start);
            to.position(start);
            throw new IOException(
                    "The journal of the decoupled subtree cannot be written: " + e.getMessage()
                            + ". Make room on the disk; what was written before is kept.",
                    e);
        }
    }

    private static void writeFully(FileChannel to, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    void sync() throws IOException {
        channel.force(false);
    }

    /** Replaces all that it has by these chunks, at once. */
    void rewrite(List<byte[]> chunks) throws IOException {
        Path next = path.resolveSibling(path.getFileName() + ".next");
        FileChannel fresh = PrivateFiles.open(
                next,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            writeHead(fresh);
            for (byte[] chunk : chunks) {
                append(fresh, chunk);
            }
            fresh.force(true);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            PrivateFiles.syncDirectory(path);
        } catch (IOException e) {
            fresh.close();
            throw e;
        }
        channel.close();
        channel = fresh;
    }

    /** Its size, in bytes. */
    long size() throws IOException {
        return channel.position();
    }

    Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
