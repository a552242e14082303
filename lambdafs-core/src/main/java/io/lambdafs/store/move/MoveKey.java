package io.lambdafs.store.move;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;

/**
 * The key of a row, with which all stores order a table in the same way: by the first number, then by the bytes, then by the
 * last number. What a row has not is 0 or empty.
 *
 * @param bytes unsigned bytes, each as one character, so that texts are compared as all stores compare bytes
 */
public record MoveKey(long first, String bytes, long last) implements Comparable<MoveKey> {
    public MoveKey {
        requireNonNull(bytes, "bytes");
    }

    /** A key that is a number. */
    public static MoveKey of(long number) {
        return new MoveKey(number, "", 0);
    }

    /** A key that is a text, ordered by its UTF-8 bytes. */
    public static MoveKey of(String text) {
        return of(0, text, 0);
    }

    /** A key with a text in it, ordered by its UTF-8 bytes. */
    public static MoveKey of(long first, String text, long last) {
        return of(first, text.getBytes(StandardCharsets.UTF_8), last);
    }

    /** A key with bytes in it. */
    public static MoveKey of(long first, byte[] bytes, long last) {
        return new MoveKey(first, new String(bytes, StandardCharsets.ISO_8859_1), last);
    }

    /** The bytes. */
    public byte[] toBytes() {
        return bytes.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The text whose UTF-8 bytes these are. */
    public String text() {
        return new String(toBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public int compareTo(MoveKey other) {
        int byFirst = Long.compare(first, other.first);
        if (byFirst != 0) {
            return byFirst;
        }
        int byBytes = bytes.compareTo(other.bytes);
        return byBytes != 0 ? byBytes : Long.compare(last, other.last);
    }
}
