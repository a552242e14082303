package io.lambdafs.fs;

import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.PathSyntax;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** One component of a path: 0 to 255 bytes, ordered as unsigned bytes, as all stores order them. */
public final class Name implements Comparable<Name> {
    /** The name of the root, and what sorts before every other name. */
    public static final Name EMPTY = new Name(new byte[0]);

    /** The most bytes that a character of Java's takes up in UTF-8. */
    private static final int MAX_UTF8_BYTES = 3;

    /** Stands for names that are too long for an entry; no entry has it, because of the colon. */
    private static final Name NOBODYS = Name.of(":");

    private final byte[] bytes;

    private Name(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * The name with these bytes.
     *
     * @throws FsException with {@link ErrorCode#PATH_COMPONENT_TOO_LONG} above 255 bytes
     */
    public static Name of(byte[] bytes) {
        return owning(bytes.clone(), "");
    }

    /** The name with this text's UTF-8 bytes; for more than 255 of them, a name that no entry has. */
    static Name orNobodys(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= PathSyntax.MAX_COMPONENT_BYTES ? new Name(bytes) : NOBODYS;
    }

    /**
     * Refuses a name that is too long for an entry.
     *
     * @param directory the path that it was to be in, for the message
     * @throws FsException with {@link ErrorCode#PATH_COMPONENT_TOO_LONG} above 255 bytes
     */
    public static void requireNotTooLong(String directory, String text) {
        if (text.length() > PathSyntax.MAX_COMPONENT_BYTES / MAX_UTF8_BYTES) {
            owning(text.getBytes(StandardCharsets.UTF_8), " in directory " + directory);
        }
    }

    /** The name of bytes that nobody else has. */
    private static Name owning(byte[] bytes, String where) {
        if (bytes.length > PathSyntax.MAX_COMPONENT_BYTES) {
            throw tooLong(bytes, where);
        }
        return new Name(bytes);
    }

    private static FsException tooLong(byte[] bytes, String where) {
        return new FsException(
                ErrorCode.PATH_COMPONENT_TOO_LONG,
                "The maximum path component name limit of " + new String(bytes, StandardCharsets.UTF_8) + where
                        + " is exceeded: limit=" + PathSyntax.MAX_COMPONENT_BYTES + " length=" + bytes.length);
    }

    /** The name with this text's UTF-8 bytes; throws as {@link #of(byte[])}. */
    public static Name of(String text) {
        return owning(text.getBytes(StandardCharsets.UTF_8), "");
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    public int length() {
        return bytes.length;
    }

    /** Whether it has a byte above 127, so that its place in the order depends on whether bytes are signed. */
    public boolean isBeyondAscii() {
        for (byte value : bytes) {
            if (value < 0) {
                return true;
            }
        }
        return false;
    }

    /** The order of signed bytes, in which HDFS lists a directory: what begins beyond ASCII comes first. */
    public static int compareSigned(Name one, Name other) {
        return Arrays.compare(one.bytes, other.bytes);
    }

    @Override
    public int compareTo(Name other) {
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Name name && Arrays.equals(bytes, name.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
