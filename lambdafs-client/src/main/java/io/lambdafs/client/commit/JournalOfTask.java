package io.lambdafs.client.commit;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** The file of a task's journal: a head with the number of the job's subtree and of the chunks, then chunks with their checksums. */
final class JournalOfTask {
    private static final int MAGIC = 0x4c465354;
    private static final int VERSION = 1;
    private static final int MOST_CHUNK_BYTES = 1 << 20;
    private static final int MOST_CHUNKS = 100_000;

    private JournalOfTask() {}

    static void write(OutputStream to, long number, List<byte[]> chunks) throws IOException {
        DataOutputStream out = new DataOutputStream(to);
        out.writeInt(MAGIC);
        out.writeInt(VERSION);
        out.writeLong(number);
        out.writeInt(chunks.size());
        for (byte[] chunk : chunks) {
            out.writeInt(chunk.length);
            out.writeInt(checksum(chunk));
            out.write(chunk);
        }
        out.flush();
    }

    /**
     * Reads a file.
     *
     * @param number of the subtree that it must be of
     * @throws IOException if it is none, is of another job, is damaged or is not whole
     */
    static List<byte[]> read(FileSystem fs, Path file, long number) throws IOException {
        try (DataInputStream in = fs.open(file)) {
            if (in.readInt() != MAGIC || in.readInt() != VERSION) {
                throw new IOException(file + " is not a journal of a task that this program can read");
            }
            long found = in.readLong();
            if (found != number) {
                throw new IOException(file + " is of the subtree " + found + ", not of " + number);
            }
            int count = in.readInt();
            if (count < 0 || count > MOST_CHUNKS) {
                throw damaged(file);
            }
            List<byte[]> chunks = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                chunks.add(chunk(in, file));
            }
            return chunks;
        } catch (EOFException e) {
            throw damaged(file);
        }
    }

    private static byte[] chunk(DataInputStream in, Path file) throws IOException {
        int length = in.readInt();
        int checksum = in.readInt();
        if (length < 0 || length > MOST_CHUNK_BYTES) {
            throw damaged(file);
        }
        byte[] chunk = new byte[length];
        in.readFully(chunk);
        if (checksum(chunk) != checksum) {
            throw damaged(file);
        }
        return chunk;
    }

    private static IOException damaged(Path file) {
        return new IOException(file + " is damaged: run the task again");
    }

    private static int checksum(byte[] chunk) {
        CRC32 checksum = new CRC32();
        checksum.update(chunk, 0, chunk.length);
        return (int) checksum.getValue();
    }
}
