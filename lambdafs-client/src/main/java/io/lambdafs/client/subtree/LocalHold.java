package io.lambdafs.client.subtree;

import io.lambdafs.client.subtree.disk.JournalFile;
import io.lambdafs.client.subtree.disk.SubtreeLock;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** This process's use of a subtree that processes of this machine use one after the other. Not thread-safe but for its marks. */
final class LocalHold implements MergeMarks {
    private final LocalSubtrees all;
    private final SubtreeLock lock;
    private final JournalFile file;
    private LocalSubtree kept;

    LocalHold(LocalSubtrees all, SubtreeLock lock, LocalSubtree kept, JournalFile file) {
        this.all = all;
        this.lock = lock;
        this.kept = kept;
        this.file = file;
    }

    /**
     * Takes the lock of a subtree that was found, and reads its journal.
     *
     * @return null if another process has ended it meanwhile
     * @throws IOException if another process uses it, if others may have changed its files, or if these are damaged
     */
    static @Nullable LocalHold take(LocalSubtrees all, LocalSubtree found, JournalFile.Found chunks)
            throws IOException {
        SubtreeLock lock = all.lock(found);
        try {
            LocalSubtree current = all.read(found.number());
            if (current == null) {
                lock.close();
                return null;
            }
            all.requirePrivate(found.number());
            if (current.isDamaged()) {
                throw new IOException("The description of the decoupled subtree " + current.path() + " beside "
                        + all.journal(found.number()) + " was edited or is damaged. What the journal has can be merged:"
                        + " lambdafs subtree recover --journal FILE");
            }
            JournalFile file =
                    JournalFile.open(all.journal(found.number()), found.number(), current.persistedBytes(), chunks);
            return new LocalHold(all, lock, current, file);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    LocalSubtree kept() {
        return kept;
    }

    JournalFile file() {
        return file;
    }

    @Override
    public boolean areKept() {
        return true;
    }

    @Override
    public synchronized void beginning(boolean keep, List<byte[]> chunks, long witness, long nextInode)
            throws IOException {
        // The journal is rewritten, shorter, before the mark goes.
        put(kept.used(nextInode, 0)
                .merging(keep, new LocalSubtree.Marked(chunks.size(), Merger.checksum(chunks), witness)));
    }

    @Override
    public synchronized void synced() throws IOException {
        put(kept.notMerging().syncedAt(System.currentTimeMillis()));
    }

    @Override
    public synchronized void takenBack() throws IOException {
        put(kept.notMerging());
    }

    /** Whether these are the first chunks of a journal from which a finished merge has not yet taken them. */
    boolean isMarked(List<byte[]> chunks) {
        LocalSubtree.Marked marked = kept.marked();
        return chunks.size() >= marked.chunks()
                && Merger.checksum(chunks.subList(0, marked.chunks())) == marked.checksum();
    }

    private void put(LocalSubtree next) throws IOException {
        all.put(next);
        kept = next;
    }

    /** What earlier processes have saved of the places of blocks. */
    byte[] blocks() throws IOException {
        return all.blocks(kept.number());
    }

    /** Saves the places of blocks for later processes. */
    void addBlocks(byte[] saved) throws IOException {
        all.addBlocks(kept.number(), saved);
    }

    /**
     * Lets go of it, for the next process.
     *
     * @param persistedBytes how many bytes of the journal are on the disk, at least
     */
    synchronized void leave(long nextInode, long persistedBytes) throws IOException {
        try {
            put(kept.used(nextInode, persistedBytes));
        } finally {
            release();
        }
    }

    /** Removes what is kept of it: it was merged or discarded. */
    synchronized void remove() throws IOException {
        try {
            all.remove(kept.number());
        } finally {
            release();
        }
    }

    /** Lets go of it as it is. */
    synchronized void release() throws IOException {
        try {
            file.close();
        } finally {
            lock.close();
        }
    }
}
