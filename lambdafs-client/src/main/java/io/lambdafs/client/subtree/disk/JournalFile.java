package io.lambdafs.client.subtree.disk;

import io.lambdafs.wire.journal.JournalException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * A journal on the client's disk: a head with the number of the subtree, then frames. A frame is a length, a CRC-32 and a chunk.
 *
 * <p>A frame that the end of the file cuts off was never promised, and is left out. Any other damage is an error.
 */
public final class JournalFile implements Closeable {
    private static final int MAGIC = 0x4c46534a;
    private static final int VERSION = 1;
    private static final int HEAD = 2 * Integer.BYTES + Long.BYTES;
    private static final int FRAME_HEAD = 2 * Integer.BYTES;
    private static final int MOST_CHUNK_BYTES = 1 << 20;

    private final Path path;
    private final long number;
    private FileChannel channel;

    /** Where the last whole frame ends, in bytes. */
    private long end;

    private JournalFile(Path path, long number, FileChannel channel, long end) {
        this.path = path;
        this.number = number;
        this.channel = channel;
        this.end = end;
    }

    /** Takes chunks that were found. */
    public interface Found {
        void chunk(byte[] chunk);
    }

    /**
     * Makes a file.
     *
     * @param number of the subtree
     * @throws IOException if it is there, or cannot be written
     */
    public static JournalFile create(Path path, long number) throws IOException {
        FileChannel channel = PrivateFiles.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            writeAt(channel, 0, head(number));
            channel.force(false);
            PrivateFiles.syncDirectory(path);
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(path);
            throw e;
        }
        return new JournalFile(path, number, channel, HEAD);
    }

    /**
     * Reads a file, to which another process may append meanwhile.
     *
     * @throws JournalException if it is damaged, or of another subtree
     */
    public static List<byte[]> read(Path path, long number) throws IOException {
        List<byte[]> chunks = new ArrayList<>();
        read(path, number, chunks::add);
        return chunks;
    }

    /**
     * Opens a file to go on with it, and reads what it has. What its end cuts off is cut away.
     *
     * @param persistedBytes so many bytes at least were on the disk
     * @throws JournalException if it has fewer now, is damaged, or is of another subtree
     */
    public static JournalFile open(Path path, long number, long persistedBytes, Found found) throws IOException {
        if (Files.size(path) < persistedBytes) {
            throw new JournalException(path + " has " + Files.size(path) + " bytes, but " + persistedBytes
                    + " were on the disk before: it was cut. What it still has can be merged with"
                    + " 'lambdafs subtree recover --journal FILE'");
        }
        long end = read(path, number, found);
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            channel.truncate(end);
            return new JournalFile(path, number, channel, end);
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
    public static long numberIn(Path path) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            while (head.hasRemaining() && channel.read(head) >= 0) {
                // Reads on.
            }
        }
        head.flip();
        if (head.remaining() < HEAD || head.getInt() != MAGIC) {
            throw new JournalException(path + " is not a journal of a decoupled subtree");
        }
        head.getInt();
        return head.getLong();
    }

    private static ByteBuffer head(long number) {
        ByteBuffer head = ByteBuffer.allocate(HEAD);
        head.putInt(MAGIC).putInt(VERSION).putLong(number);
        head.flip();
        return head;
    }

    /* Returns where the last whole frame ends. */
    private static long read(Path path, long number, Found found) throws IOException {
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(path));
        if (all.remaining() < HEAD || all.getInt() != MAGIC) {
            throw new JournalException(path + " is not a journal of a decoupled subtree");
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
                throw damaged(path, start);
            }
            if (length > all.remaining()) {
                return start;
            }
            byte[] chunk = new byte[length];
            all.get(chunk);
            if (checksum(chunk) != checksum) {
                if (all.hasRemaining()) {
                    throw damaged(path, start);
                }
                return start;
            }
            found.chunk(chunk);
        }
        return all.position();
    }

    private static JournalException damaged(Path path, int position) {
        return new JournalException(path + " is damaged at byte " + position
                + ": what comes before it can be recovered after the file is cut there");
    }

    private static int checksum(byte[] chunk) {
        CRC32 crc = new CRC32();
        crc.update(chunk, 0, chunk.length);
        return (int) crc.getValue();
    }

    /** Appends a chunk. If this fails, the file is as before, or has a torn end that the next chunk takes the place of. */
    public void append(byte[] chunk) throws IOException {
        try {
            if (channel.size() > end) {
                channel.truncate(end);
            }
            end = writeAt(channel, end, frame(chunk));
        } catch (IOException e) {
            throw new IOException(
                    "The journal of the decoupled subtree cannot be written: " + e.getMessage()
                            + ". Make room on the disk; what was written before is kept.",
                    e);
        }
    }

    private static ByteBuffer frame(byte[] chunk) {
        ByteBuffer frame = ByteBuffer.allocate(FRAME_HEAD + chunk.length);
        frame.putInt(chunk.length).putInt(checksum(chunk)).put(chunk);
        frame.flip();
        return frame;
    }

    /* Returns where the bytes end. */
    private static long writeAt(FileChannel to, long position, ByteBuffer bytes) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += to.write(bytes, at);
        }
        return at;
    }

    public void sync() throws IOException {
        channel.force(false);
    }

    /** Replaces all that it has by these chunks, at once. */
    public void rewrite(List<byte[]> chunks) throws IOException {
        Path next = path.resolveSibling(path.getFileName() + ".next");
        FileChannel fresh = PrivateFiles.open(
                next,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        long written = 0;
        try {
            written = writeAt(fresh, written, head(number));
            for (byte[] chunk : chunks) {
                written = writeAt(fresh, written, frame(chunk));
            }
            fresh.force(true);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            fresh.close();
            Files.deleteIfExists(next);
            throw e;
        }
        // From here on the old file has no name, so nothing may be written to it any more, whatever fails.
        FileChannel old = channel;
        channel = fresh;
        end = written;
        old.close();
        PrivateFiles.syncDirectory(path);
    }

    /** Removes the file. */
    public void remove() throws IOException {
        Files.deleteIfExists(path);
    }

    /** Whether it can be written. */
    public boolean isOpen() {
        return channel.isOpen();
    }

    /** Its size, in bytes. */
    public long size() {
        return end;
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
