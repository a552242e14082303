package io.lambdafs.client.subtree;

import io.lambdafs.wire.journal.OverlayNode;
import java.util.Collections;
import java.util.List;

/** The part of a journal that one merge has: its first chunks, up to the moment at which the merge took them. Immutable. */
final class JournalPart {
    private final boolean keep;
    private final List<byte[]> chunks;
    private final long entries;
    private final long nextInode;
    private final List<OverlayNode> made;

    /**
     * A part.
     *
     * @param keep whether the subtree stays decoupled after the merge
     * @param entries how many the chunks have
     * @param nextInode the first inode number that was not used then
     * @param made the inodes that this merge brings into the namespace
     */
    JournalPart(boolean keep, List<byte[]> chunks, long entries, long nextInode, List<OverlayNode> made) {
        this.keep = keep;
        this.chunks = Collections.unmodifiableList(chunks);
        this.entries = entries;
        this.nextInode = nextInode;
        this.made = Collections.unmodifiableList(made);
    }

    boolean keep() {
        return keep;
    }

    List<byte[]> chunks() {
        return chunks;
    }

    long entries() {
        return entries;
    }

    long nextInode() {
        return nextInode;
    }

    List<OverlayNode> made() {
        return made;
    }

    /** The number of one of the inodes that the merge makes; 0 if it makes none. */
    long witness() {
        return made.isEmpty() ? 0 : made.get(0).id();
    }
}
