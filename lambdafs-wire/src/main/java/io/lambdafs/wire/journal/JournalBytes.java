package io.lambdafs.wire.journal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Numbers and texts as a journal has them: numbers in groups of seven bits, the low ones first, signed ones folded (ZigZag). */
final class JournalBytes {
    private static final int GROUP = 7;
    private static final int MORE = 0x80;
    private static final int LOW = 0x7f;

    private JournalBytes() {}

    /** Grows as it is written. */
    static final class Writer {
        private byte[] bytes = new byte[256];
        private int size;

        int size() {
            return size;
        }

        void putByte(int value) {
            reserve(1);
            bytes[size++] = (byte) value;
        }

        void putNumber(long value) {
            reserve(10);
            long rest = value;
            while ((rest & ~(long) LOW) != 0) {
                bytes[size++] = (byte) ((rest & LOW) | MORE);
                rest >>>= GROUP;
            }
            bytes[size++] = (byte) rest;
        }

        void putSigned(long value) {
            putNumber((value << 1) ^ (value >> 63));
        }

        void putText(String text) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            putNumber(encoded.length);
            reserve(encoded.length);
            System.arraycopy(encoded, 0, bytes, size, encoded.length);
            size += encoded.length;
        }

        byte[] take() {
            byte[] taken = Arrays.copyOf(bytes, size);
            size = 0;
            return taken;
        }

        private void reserve(int more) {
            if (bytes.length - size < more) {
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
            }
        }
    }

    /** Trusts nothing of what it reads. */
    static final class Reader {
        private final ByteBuffer in;

        Reader(byte[] bytes) {
            in = ByteBuffer.wrap(bytes);
        }

        boolean hasMore() {
            return in.hasRemaining();
        }

        int getByte() {
            if (!in.hasRemaining()) {
                throw new JournalException("a journal ends in the middle of an entry");
            }
            return in.get() & 0xff;
        }

        long getNumber() {
            long value = 0;
            for (int shift = 0; shift < Long.SIZE; shift += GROUP) {
                int next = getByte();
                value |= (long) (next & LOW) << shift;
                if ((next & MORE) == 0) {
                    return value;
                }
            }
            throw new JournalException("a number in a journal is too long");
        }

        int getSmall(int most) {
            long value = getNumber();
            if (value < 0 || value > most) {
                throw new JournalException("a number in a journal is outside 0.." + most + ": " + value);
            }
            return (int) value;
        }

        long getSigned() {
            long folded = getNumber();
            return (folded >>> 1) ^ -(folded & 1);
        }

        /* Nearly all names are, and need no decoder. */
        private static boolean isAscii(byte[] text) {
            for (byte each : text) {
                if (each < 0) {
                    return false;
                }
            }
            return true;
        }

        String getText(int mostBytes) {
            int length = getSmall(mostBytes);
            if (length > in.remaining()) {
                throw new JournalException("a journal ends in the middle of a text");
            }
            byte[] encoded = new byte[length];
            in.get(encoded);
            if (isAscii(encoded)) {
                return new String(encoded, StandardCharsets.ISO_8859_1);
            }
            try {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(encoded))
                        .toString();
            } catch (CharacterCodingException e) {
                throw new JournalException("a text in a journal is not valid UTF-8");
            }
        }
    }
}
