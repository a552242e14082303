package io.lambdafs.metrics;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A message in protobuf's encoding, field by field. Used by one thread. */
final class ProtobufMessage {
    private static final int VARINT = 0;
    private static final int FIXED_64 = 1;
    private static final int LENGTH = 2;
    private static final int TYPE_BITS = 3;
    private static final int BITS = 7;
    private static final int MORE = 1 << BITS;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    /** Adds an unsigned number. */
    ProtobufMessage number(int field, long value) {
        varint((long) field << TYPE_BITS | VARINT);
        return varint(value);
    }

    /** Adds a signed number, of the types {@code sint32} and {@code sint64}. */
    ProtobufMessage signed(int field, long value) {
        return number(field, (value << 1) ^ (value >> (Long.SIZE - 1)));
    }

    /** Adds a {@code double}. */
    ProtobufMessage real(int field, double value) {
        varint((long) field << TYPE_BITS | FIXED_64);
        long bits = Double.doubleToLongBits(value);
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            bytes.write((int) (bits >>> shift));
        }
        return this;
    }

    /** Adds a text. */
    ProtobufMessage text(int field, String value) {
        return raw(field, value.getBytes(StandardCharsets.UTF_8));
    }

    /** Adds a message. */
    ProtobufMessage message(int field, ProtobufMessage value) {
        return raw(field, value.bytes.toByteArray());
    }

    private ProtobufMessage raw(int field, byte[] value) {
        varint((long) field << TYPE_BITS | LENGTH);
        varint(value.length);
        bytes.writeBytes(value);
        return this;
    }

    private ProtobufMessage varint(long value) {
        long left = value;
        while (left >>> BITS != 0) {
            bytes.write((int) left | MORE);
            left >>>= BITS;
        }
        bytes.write((int) left);
        return this;
    }

    /** Appends it to others, with its length before it. */
    void writeDelimited(ByteArrayOutputStream out) {
        ProtobufMessage length = new ProtobufMessage().varint(bytes.size());
        out.writeBytes(length.bytes.toByteArray());
        out.writeBytes(bytes.toByteArray());
    }
}
