package io.lambdafs.fs;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How an inode is encrypted. Of a directory it says that an encryption zone begins at it, and of a file by what its
 * contents are encrypted. NameNodes know what the bytes say. No key is among them that would decrypt anything by
 * itself. Immutable.
 */
public final class Encryption {
    /** The most bytes. */
    public static final int MAX_BYTES = 1_000;

    /** Of an inode at which no zone begins, or whose contents are not encrypted. */
    public static final Encryption NONE = new Encryption(new byte[0]);

    private final byte[] bytes;

    /**
     * With a copy of these bytes.
     *
     * @throws IllegalArgumentException if there are more than {@link #MAX_BYTES}
     */
    public Encryption(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException(bytes.length + " bytes about an encryption are more than " + MAX_BYTES
                    + ": take a key with a shorter name");
        }
        this.bytes = bytes.clone();
    }

    public boolean isNone() {
        return bytes.length == 0;
    }

    /** How many bytes there are. */
    public int length() {
        return bytes.length;
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Encryption encryption && Arrays.equals(bytes, encryption.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return isNone() ? "not encrypted" : "encryption of " + bytes.length + " bytes";
    }
}
