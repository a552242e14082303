package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** Inode numbers that follow one another. Immutable. */
public final class InodeNumbers {
    private final long first;
    private final int count;

    public InodeNumbers(long first, int count) {
        this.first = first;
        this.count = count;
    }

    public long first() {
        return first;
    }

    public int count() {
        return count;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            out.writeLong(first);
            out.writeInt(count);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static InodeNumbers decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(bytes, in -> new InodeNumbers(in.readLong(), in.readInt()));
    }
}
