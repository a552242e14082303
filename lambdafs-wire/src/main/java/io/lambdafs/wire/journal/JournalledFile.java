package io.lambdafs.wire.journal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a client wrote as a file and closed. Immutable. */
public final class JournalledFile {
    private final int permission;
    private final long timeMillis;
    private final int replication;
    private final long blockSize;
    private final List<JournalBlock> blocks;

    /**
     * A file.
     *
     * @param permission the mode, after the mask of the client's process
     * @param timeMillis when it was closed, in milliseconds since the epoch
     * @param replication how many replicas its blocks are to have
     * @param blockSize in bytes
     * @param blocks all of it, from its beginning
     */
    public JournalledFile(int permission, long timeMillis, int replication, long blockSize, List<JournalBlock> blocks) {
        this.permission = permission;
        this.timeMillis = timeMillis;
        this.replication = replication;
        this.blockSize = blockSize;
        this.blocks =
                blocks.isEmpty() ? Collections.emptyList() : Collections.unmodifiableList(new ArrayList<>(blocks));
    }

    public int permission() {
        return permission;
    }

    /** When it was closed, in milliseconds since the epoch. */
    public long timeMillis() {
        return timeMillis;
    }

    public int replication() {
        return replication;
    }

    /** In bytes. */
    public long blockSize() {
        return blockSize;
    }

    public List<JournalBlock> blocks() {
        return blocks;
    }
}
