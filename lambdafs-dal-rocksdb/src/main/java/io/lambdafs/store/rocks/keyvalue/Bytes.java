package io.lambdafs.store.rocks.keyvalue;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A key or a value: bytes that never change, ordered as unsigned ones. */
public final class Bytes implements Comparable<Bytes> {
    /** No bytes; before every other key. */
    public static final Bytes EMPTY = new Bytes(new byte[0]);

    private static final int FNV_BASIS = 0x811c9dc5;
    private static final int FNV_PRIME = 0x01000193;

    private final byte[] array;

    /** Computed when it is first asked for, as a {@link String} does it: a row that is locked is looked up many times. */
    private int hash;

    private Bytes(byte[] array) {
        this.array = array;
    }

    /** Wraps an array without copying it. The caller must not change the array afterwards. */
    public static Bytes owning(byte[] array) {
        return new Bytes(array);
    }

    /** The array itself, which must not be changed: a copy for each read of a row would be most of the read. */
    public byte[] array() {
        return array;
    }

    public int length() {
        return array.length;
    }

    public boolean isEmpty() {
        return array.length == 0;
    }

    /** The first key after this one. */
    public Bytes next() {
        return new Bytes(Arrays.copyOf(array, array.length + 1));
    }

    /** The first key after all that begin with these bytes; empty, which is no bound, if there is none. */
    public Bytes prefixEnd() {
        for (int last = array.length - 1; last >= 0; last--) {
            if (array[last] != (byte) 0xff) {
                byte[] end = Arrays.copyOf(array, last + 1);
                end[last]++;
                return new Bytes(end);
            }
        }
        return EMPTY;
    }

    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(array, other.array);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Bytes bytes && Arrays.equals(array, bytes.array);
    }

    @Override
    public int hashCode() {
        int known = hash;
        if (known == 0) {
            known = hash(array);
            hash = known;
        }
        return known;
    }

    /*
     * FNV-1a. Keys are numbers that follow each other: with the multiplier 31 of Java's own hash, tens of thousands of them have a few
     * thousand hashes.
     */
    private static int hash(byte[] array) {
        int mixed = FNV_BASIS;
        for (byte each : array) {
            mixed = (mixed ^ (each & 0xff)) * FNV_PRIME;
        }
        return mixed;
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(array);
    }
}
