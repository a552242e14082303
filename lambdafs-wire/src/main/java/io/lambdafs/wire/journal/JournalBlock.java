package io.lambdafs.wire.journal;

/** A block of a file in a decoupled subtree, as its writer last knew it. Immutable. */
public final class JournalBlock {
    private final long id;
    private final long generationStamp;
    private final long length;

    /**
     * A block.
     *
     * @param length in bytes; at least 0
     */
    public JournalBlock(long id, long generationStamp, long length) {
        if (length < 0) {
            throw new JournalException("a block has no " + length + " bytes");
        }
        this.id = id;
        this.generationStamp = generationStamp;
        this.length = length;
    }

    public long id() {
        return id;
    }

    public long generationStamp() {
        return generationStamp;
    }

    /** In bytes. */
    public long length() {
        return length;
    }

    @Override
    public boolean equals(Object other) {
        if (!(other instanceof JournalBlock)) {
            return false;
        }
        JournalBlock block = (JournalBlock) other;
        return id == block.id && generationStamp == block.generationStamp && length == block.length;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id) * 31 + Long.hashCode(length);
    }

    @Override
    public String toString() {
        return "block " + id + "_" + generationStamp + " of " + length + " bytes";
    }
}
