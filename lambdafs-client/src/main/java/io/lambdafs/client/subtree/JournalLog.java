package io.lambdafs.client.subtree;

import io.lambdafs.client.subtree.disk.JournalFile;
import io.lambdafs.wire.journal.JournalEncoder;
import io.lambdafs.wire.journal.JournalTarget;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The journal of one decoupled subtree: chunks in memory and, if it has a file, on disk. Guarded by its overlay's lock.
 *
 * <p>What was written after the last {@link #persist} may be lost with the machine; what was written before is on the disk.
 */
final class JournalLog implements Closeable {
    /** A part in the store has at most 20,000 bytes; an entry, with two names, at most about 2,200. */
    private static final int CHUNK_BYTES = 16_000;

    /** The most chunks that wait in memory for the disk: about a megabyte. */
    private static final int CHUNKS_AT_ONCE = 64;

    private final @Nullable JournalFile file;
    private final List<byte[]> chunks = new ArrayList<>();
    private final JournalEncoder encoder = new JournalEncoder();
    private long entries;
    private long bytes;

    /** How many of the chunks are in the file. */
    private int filed;

    /** Whether the file may have something else than the first chunks, because it could not be written as it should. */
    private boolean stale;

    private long alarm = Long.MAX_VALUE;
    private Runnable onAlarm = () -> {};

    JournalLog(@Nullable JournalFile file) {
        this.file = file;
    }

    /** Takes in what was found in a file. */
    void restore(byte[] chunk, int count) {
        chunks.add(chunk);
        filed = chunks.size();
        entries += count;
        bytes += chunk.length;
    }

    /** Where the next change is to be written; to be followed by {@link #written}. */
    JournalTarget next() {
        return encoder;
    }

    /** A change was written. Should the disk be full, {@link #persist} tells, and the change is in memory meanwhile. */
    void written() {
        entries++;
        raiseAlarm();
        if (encoder.size() >= CHUNK_BYTES) {
            seal();
            if (chunks.size() - filed >= CHUNKS_AT_ONCE) {
                tryToFile();
            }
        }
    }

    private void tryToFile() {
        try {
            file();
        } catch (IOException e) {
            // The next time tries again.
            return;
        }
    }

    /* What cannot be written now, because the disk is full for instance, is written the next time, in its order. */
    private void file() throws IOException {
        if (file == null) {
            return;
        }
        if (stale) {
            file.rewrite(chunks);
            filed = chunks.size();
            stale = false;
        }
        try {
            while (filed < chunks.size()) {
                file.append(chunks.get(filed));
                filed++;
            }
        } finally {
            // An interrupt of a thread that writes closes the file. To write it anew opens it again.
            stale = !file.isOpen();
        }
    }

    private void seal() {
        if (encoder.entries() == 0) {
            return;
        }
        byte[] chunk = encoder.takeChunk();
        chunks.add(chunk);
        bytes += chunk.length;
    }

    /** Writes all to the disk, if there is a file, and waits until it is there. */
    void persist() throws IOException {
        seal();
        file();
        if (file == null) {
            return;
        }
        try {
            file.sync();
        } catch (IOException e) {
            // The system may have dropped what it could not write, and would not say so a second time.
            stale = true;
            throw e;
        }
    }

    /** Its file; empty if it has none. */
    Optional<Path> path() {
        return file == null ? Optional.empty() : Optional.of(file.path());
    }

    /** Runs something quick, once, when there are so many entries; at once if there are. */
    void alarmAt(long count, Runnable what) {
        alarm = count;
        onAlarm = what;
        raiseAlarm();
    }

    private void raiseAlarm() {
        if (entries >= alarm) {
            alarm = Long.MAX_VALUE;
            onAlarm.run();
        }
    }

    /** How many entries were written since the last merge. */
    long entries() {
        return entries;
    }

    /** Their bytes. */
    long bytes() {
        return bytes + encoder.size();
    }

    /** All chunks since the last merge, each of whole entries. */
    List<byte[]> takeable() {
        seal();
        return Collections.unmodifiableList(new ArrayList<>(chunks));
    }

    /** Forgets the first chunks, which were merged; later ones stay. The file has them until {@link #rewriteFile}. */
    void merged(int count, long mergedEntries) {
        chunks.subList(0, count).clear();
        entries -= mergedEntries;
        bytes = 0;
        for (byte[] chunk : chunks) {
            bytes += chunk.length;
        }
        stale = true;
    }

    /** Has the file forget what was merged. If this fails, the next {@link #persist} does it. */
    void rewriteFile() throws IOException {
        file();
    }

    /** Removes the file, if there is one. */
    void remove() throws IOException {
        if (file != null) {
            file.remove();
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
