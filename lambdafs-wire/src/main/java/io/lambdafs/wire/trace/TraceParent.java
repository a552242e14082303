package io.lambdafs.wire.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The context of a trace as W3C's {@code traceparent} has it: {@code 00-<trace>-<span>-<flags>}, in lower-case hexadecimal digits.
 *
 * <p>In a request it is the last field of the message, under a number that no message of HDFS has. A NameNode that does not know
 * the field skips it, as protobuf's parsers skip every unknown field.
 */
public final class TraceParent {
    /** The length of the text, which is ASCII. */
    public static final int LENGTH = 55;

    /** How many bytes longer a message with the field is. */
    public static final int FIELD_BYTES = 6 + LENGTH;

    /** Field 536870000, length-delimited: protobuf's encoding of {@code 536870000 << 3 | 2}, and the length. */
    private static final byte[] HEADER = {(byte) 0x82, (byte) 0xC7, (byte) 0xFF, (byte) 0xFF, 0x0F, LENGTH};

    private static final String KEY = "traceparent";
    private static final String VERSION = "00-";
    private static final int SPAN_AT = 36;
    private static final int FLAGS_AT = 53;

    private TraceParent() {}

    /** Whether the text is a traceparent of the version that is known here, of a valid trace and span. */
    public static boolean isValid(String text) {
        return text.length() == LENGTH
                && text.startsWith(VERSION)
                && isNumber(text, VERSION.length(), SPAN_AT - 1)
                && text.charAt(SPAN_AT - 1) == '-'
                && isNumber(text, SPAN_AT, FLAGS_AT - 1)
                && text.charAt(FLAGS_AT - 1) == '-'
                && isHexadecimal(text, FLAGS_AT, LENGTH);
    }

    private static boolean isNumber(String text, int from, int to) {
        boolean zero = true;
        for (int i = from; i < to; i++) {
            zero &= text.charAt(i) == '0';
        }
        return !zero && isHexadecimal(text, from, to);
    }

    private static boolean isHexadecimal(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            char digit = text.charAt(i);
            if (!(digit >= '0' && digit <= '9') && !(digit >= 'a' && digit <= 'f')) {
                return false;
            }
        }
        return true;
    }

    /**
     * The traceparent in a text that says more, such as Hadoop's caller context: behind the word {@code traceparent} and a colon or
     * an equals sign. Empty if there is none.
     */
    public static String in(String text) {
        int from = text.isEmpty() ? -1 : text.indexOf(KEY) + KEY.length() + 1;
        if (from <= KEY.length() || text.length() < from + LENGTH) {
            return "";
        }
        char separator = text.charAt(from - 1);
        String found = text.substring(from, from + LENGTH);
        return (separator == ':' || separator == '=') && isValid(found) ? found : "";
    }

    /** The message with the text as its last field. */
    public static byte[] appendTo(byte[] message, String text) {
        if (!isValid(text)) {
            throw new IllegalArgumentException("\"" + text + "\" is not a traceparent");
        }
        byte[] all = Arrays.copyOf(message, message.length + FIELD_BYTES);
        System.arraycopy(HEADER, 0, all, message.length, HEADER.length);
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, all, message.length + HEADER.length, LENGTH);
        return all;
    }

    /** The text that {@link #appendTo} has put at the end of the message; empty if there is none. */
    public static String atEndOf(byte[] message) {
        int begin = message.length - FIELD_BYTES;
        if (begin < 0) {
            return "";
        }
        for (int i = 0; i < HEADER.length; i++) {
            if (message[begin + i] != HEADER[i]) {
                return "";
            }
        }
        String text = new String(message, begin + HEADER.length, LENGTH, StandardCharsets.ISO_8859_1);
        return isValid(text) ? text : "";
    }
}
