package io.lambdafs.client.subtree;

import java.io.IOException;
import java.util.List;

/** Records merges, so that a process that comes after a crash knows what the journal on the disk still has to bring. */
interface MergeMarks {
    /** For a journal that no other process uses. */
    MergeMarks NONE = new MergeMarks() {
        @Override
        public boolean areKept() {
            return false;
        }

        @Override
        public void beginning(boolean keep, List<byte[]> chunks, long witness, long nextInode) {}

        @Override
        public void synced() {}

        @Override
        public void takenBack() {}
    };

    /** Whether they are, so that the journal is to be on the disk before. */
    boolean areKept();

    /**
     * These chunks, the first of the journal, are in the store, and their merge is about to begin.
     *
     * @param keep whether the subtree stays decoupled
     * @param witness an inode that the merge makes; 0 if it makes none
     * @param nextInode the first inode number that was never used
     */
    void beginning(boolean keep, List<byte[]> chunks, long witness, long nextInode) throws IOException;

    /** The merge has not begun, and is not going to. */
    void takenBack() throws IOException;

    /** A merge after which the subtree stays decoupled is finished, and its chunks are not in the journal any more. */
    void synced() throws IOException;
}
