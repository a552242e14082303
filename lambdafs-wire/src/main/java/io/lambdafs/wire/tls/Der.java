package io.lambdafs.wire.tls;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Writes what a certificate is made of in ASN.1's distinguished encoding. Reads nothing: Java does that. */
final class Der {
    private static final int BOOLEAN = 0x01;
    private static final int INTEGER = 0x02;
    private static final int BIT_STRING = 0x03;
    private static final int OCTET_STRING = 0x04;
    private static final int OBJECT_IDENTIFIER = 0x06;
    private static final int UTF8_STRING = 0x0c;
    private static final int UTC_TIME = 0x17;
    private static final int GENERALIZED_TIME = 0x18;
    private static final int SEQUENCE = 0x30;
    private static final int SET = 0x31;
    private static final int CONTEXT = 0x80;
    private static final int CONSTRUCTED = 0x20;
    private static final int SHORT_LENGTHS = 0x80;
    private static final int BYTE_MASK = 0xff;
    private static final int OID_BITS = 7;

    /** From 2050 on, years have four digits. */
    private static final Instant FOUR_DIGITS = Instant.parse("2050-01-01T00:00:00Z");

    private static final DateTimeFormatter LONG_TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Der() {}

    static byte[] sequence(byte[]... parts) {
        return tagged(SEQUENCE, joined(parts));
    }

    static byte[] set(byte[]... parts) {
        return tagged(SET, joined(parts));
    }

    static byte[] integer(BigInteger number) {
        return tagged(INTEGER, number.toByteArray());
    }

    static byte[] yes() {
        return tagged(BOOLEAN, new byte[] {(byte) BYTE_MASK});
    }

    static byte[] text(String text) {
        return tagged(UTF8_STRING, text.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] octets(byte[] content) {
        return tagged(OCTET_STRING, content);
    }

    /** Bits that fill whole bytes, but for these at the end. */
    static byte[] bits(int unused, byte[] content) {
        return tagged(BIT_STRING, joined(new byte[] {(byte) unused}, content));
    }

    static byte[] time(Instant instant) {
        String text = LONG_TIME.format(instant);
        return instant.isBefore(FOUR_DIGITS)
                ? tagged(UTC_TIME, text.substring(2).getBytes(StandardCharsets.US_ASCII))
                : tagged(GENERALIZED_TIME, text.getBytes(StandardCharsets.US_ASCII));
    }

    /** A field that a number tells from others. */
    static byte[] field(int number, byte[] content) {
        return tagged(CONTEXT | number, content);
    }

    /** The same, of parts that have tags themselves. */
    static byte[] fieldOf(int number, byte[]... parts) {
        return tagged(CONTEXT | CONSTRUCTED | number, joined(parts));
    }

    static byte[] identifier(int first, int second, int... others) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(40 * first + second);
        for (int other : others) {
            for (int shift = 28; shift > 0; shift -= OID_BITS) {
                if (other >>> shift != 0) {
                    out.write(SHORT_LENGTHS | other >>> shift);
                }
            }
            out.write(other & ~SHORT_LENGTHS & BYTE_MASK);
        }
        return tagged(OBJECT_IDENTIFIER, out.toByteArray());
    }

    static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.write(part, 0, part.length);
        }
        return out.toByteArray();
    }

    private static byte[] tagged(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < SHORT_LENGTHS) {
            out.write(content.length);
        } else {
            byte[] length = BigInteger.valueOf(content.length).toByteArray();
            int sign = length[0] == 0 ? 1 : 0;
            out.write(SHORT_LENGTHS | length.length - sign);
            out.write(length, sign, length.length - sign);
        }
        out.write(content, 0, content.length);
        return out.toByteArray();
    }
}
