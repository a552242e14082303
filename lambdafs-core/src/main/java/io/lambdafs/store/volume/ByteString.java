package io.lambdafs.store.volume;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Bytes that never change, ordered as unsigned ones. */
public final class ByteString implements Comparable<ByteString> {
    /** No bytes; before all others. */
    public static final ByteString EMPTY = new ByteString(new byte[0]);

    private final byte[] bytes;

    private ByteString(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Wraps an array without a copy. The caller must not change the array afterwards. */
    public static ByteString owning(byte[] bytes) {
        return bytes.length == 0 ? EMPTY : new ByteString(bytes);
    }

    /** A copy of a part of an array. */
    public static ByteString copy(byte[] bytes, int from, int to) {
        return owning(Arrays.copyOfRange(bytes, from, to));
    }

    /** The UTF-8 form of a text. */
    public static ByteString of(String text) {
        return owning(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The array itself, which must not be changed: a copy for each read of a block would be most of the read. */
    public byte[] array() {
        return bytes;
    }

    public int length() {
        return bytes.length;
    }

    public boolean isEmpty() {
        return bytes.length == 0;
    }

    /** The bytes as a text, if they are one; what is not UTF-8 is replaced. For messages. */
    public String text() {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    @Override
    public int compareTo(ByteString other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ByteString string && Arrays.equals(bytes, string.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** In hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
