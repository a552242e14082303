package io.lambdafs.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing big-endian buffer; strings and byte strings are preceded by their length in four bytes. */
final class ByteWriter {
    private byte[] bytes;
    private int size;

    ByteWriter(int expectedSize) {
        bytes = new byte[Math.max(expectedSize, 64)];
    }

    ByteWriter putByte(int value) {
        reserve(1);
        bytes[size++] = (byte) value;
        return this;
    }

    ByteWriter putInt(int value) {
        reserve(4);
        ByteBuffer.wrap(bytes).putInt(size, value);
        size += 4;
        return this;
    }

    ByteWriter putLong(long value) {
        reserve(8);
        ByteBuffer.wrap(bytes).putLong(size, value);
        size += 8;
        return this;
    }

    ByteWriter putBytes(byte[] value) {
        putInt(value.length);
        reserve(value.length);
        System.arraycopy(value, 0, bytes, size, value.length);
        size += value.length;
        return this;
    }

    ByteWriter putString(String value) {
        return putBytes(value.getBytes(StandardCharsets.UTF_8));
    }

    byte[] toBytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private void reserve(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
        }
    }
}
