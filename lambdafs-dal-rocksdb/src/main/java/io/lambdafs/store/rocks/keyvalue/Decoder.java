package io.lambdafs.store.rocks.keyvalue;

import io.lambdafs.store.StoreException;
import io.lambdafs.store.StoreException.Kind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what an {@link Encoder} wrote; a {@link StoreException} of kind INTERNAL says that something else is there. */
public final class Decoder {
    private final byte[] buffer;
    private final int end;
    private int position;

    /** Reads these bytes from their beginning. */
    public Decoder(Bytes bytes) {
        this(bytes, 0);
    }

    /** Reads these bytes from a position on. */
    public Decoder(Bytes bytes, int position) {
        this(bytes.array(), position, bytes.length());
    }

    /** Reads the bytes of an array from one position up to another. */
    public Decoder(byte[] buffer, int position, int end) {
        this.buffer = buffer;
        this.position = position;
        this.end = end;
    }

    /** How many bytes are left. */
    public int remaining() {
        return end - position;
    }

    /** The number of elements that follow, of which each has a byte at least; so a wrong one cannot claim memory. */
    public int getCount() {
        int count = getInt();
        require(count);
        return count;
    }

    /** A byte as a number from 0 to 255. */
    public int getByte() {
        require(1);
        return buffer[position++] & 0xff;
    }

    public boolean getFlag() {
        return getByte() != 0;
    }

    public int getInt() {
        require(Integer.BYTES);
        int value = 0;
        for (int i = 0; i < Integer.BYTES; i++) {
            value = (value << 8) | (buffer[position++] & 0xff);
        }
        return value;
    }

    public long getLong() {
        require(Long.BYTES);
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = (value << 8) | (buffer[position++] & 0xff);
        }
        return value;
    }

    public long getOrdered() {
        return getLong() ^ Long.MIN_VALUE;
    }

    public byte[] getBytes() {
        int length = getInt();
        require(length);
        position += length;
        return Arrays.copyOfRange(buffer, position - length, position);
    }

    public String getText() {
        return new String(getBytes(), StandardCharsets.UTF_8);
    }

    /** What is left. */
    public byte[] getRest() {
        byte[] rest = Arrays.copyOfRange(buffer, position, end);
        position = end;
        return rest;
    }

    private void require(int length) {
        if (length < 0 || length > end - position) {
            throw new StoreException(
                    Kind.INTERNAL,
                    "a stored row of " + end + " bytes lacks " + length + " bytes at " + position
                            + ": the store's files are damaged, restore them from a backup");
        }
    }
}
