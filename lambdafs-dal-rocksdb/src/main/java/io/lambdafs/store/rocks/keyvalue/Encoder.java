package io.lambdafs.store.rocks.keyvalue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** Writes the parts of a key or of a value, numbers with their highest byte first. */
public final class Encoder {
    private static final int USUAL_BYTES = 64;

    private byte[] buffer;
    private int length;

    public Encoder() {
        this(USUAL_BYTES);
    }

    /** With room for so many bytes; it grows when there are more. */
    public Encoder(int bytes) {
        buffer = new byte[bytes];
    }

    public Encoder putByte(int value) {
        room(1);
        buffer[length++] = (byte) value;
        return this;
    }

    public Encoder putFlag(boolean value) {
        return putByte(value ? 1 : 0);
    }

    public Encoder putInt(int value) {
        room(Integer.BYTES);
        for (int shift = 24; shift >= 0; shift -= 8) {
            buffer[length++] = (byte) (value >> shift);
        }
        return this;
    }

    /** A number; as part of a key, those that are not negative come in their order. */
    public Encoder putLong(long value) {
        room(Long.BYTES);
        for (int shift = 56; shift >= 0; shift -= 8) {
            buffer[length++] = (byte) (value >> shift);
        }
        return this;
    }

    /** A number as part of a key: all come in their order, the negative ones first. */
    public Encoder putOrdered(long value) {
        return putLong(value ^ Long.MIN_VALUE);
    }

    /** Bytes with their length before them, so that something may follow. */
    public Encoder putBytes(byte[] bytes) {
        return putInt(bytes.length).putRest(bytes);
    }

    /** A text with its length before it, so that something may follow. */
    public Encoder putText(String text) {
        return putBytes(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Bytes to the end of what is written. */
    public Encoder putRest(byte[] bytes) {
        room(bytes.length);
        System.arraycopy(bytes, 0, buffer, length, bytes.length);
        length += bytes.length;
        return this;
    }

    /** Changes a byte that was written. */
    public Encoder setByte(int at, int value) {
        buffer[Objects.checkIndex(at, length)] = (byte) value;
        return this;
    }

    /** How many bytes were written. */
    public int length() {
        return length;
    }

    /** A copy of what was written. */
    public byte[] toArray() {
        return Arrays.copyOf(buffer, length);
    }

    /** What was written. */
    public Bytes bytes() {
        return Bytes.owning(toArray());
    }

    private void room(int more) {
        if (buffer.length - length < more) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, Math.addExact(length, more)));
        }
    }
}
