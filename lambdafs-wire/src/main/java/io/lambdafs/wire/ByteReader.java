package io.lambdafs.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Reads what {@link ByteWriter} wrote and trusts none of it: every length is checked against what is there. */
final class ByteReader {
    private final ByteBuffer buffer;

    ByteReader(byte[] bytes) {
        buffer = ByteBuffer.wrap(bytes);
    }

    int getByte() throws MalformedEnvelopeException {
        require(1);
        return buffer.get() & 0xff;
    }

    int getInt() throws MalformedEnvelopeException {
        require(4);
        return buffer.getInt();
    }

    long getLong() throws MalformedEnvelopeException {
        require(8);
        return buffer.getLong();
    }

    byte[] getBytes(int maxLength) throws MalformedEnvelopeException {
        int length = getInt();
        if (length < 0 || length > maxLength) {
            throw new MalformedEnvelopeException("length " + length + " is outside 0.." + maxLength);
        }
        require(length);
        byte[] bytes = new byte[length];
        buffer.get(bytes);
        return bytes;
    }

    String getString(int maxBytes) throws MalformedEnvelopeException {
        byte[] bytes = getBytes(maxBytes);
        return isAscii(bytes) ? new String(bytes, StandardCharsets.ISO_8859_1) : decoded(bytes);
    }

    /* What nearly all texts are, and takes a fraction of the time of a decoder. */
    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static String decoded(byte[] bytes) throws MalformedEnvelopeException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new MalformedEnvelopeException("a text is not valid UTF-8");
        }
    }

    void requireEnd() throws MalformedEnvelopeException {
        if (buffer.hasRemaining()) {
            throw new MalformedEnvelopeException(buffer.remaining() + " bytes too many");
        }
    }

    private void require(int length) throws MalformedEnvelopeException {
        if (buffer.remaining() < length) {
            throw new MalformedEnvelopeException(
                    "ends after " + buffer.limit() + " bytes, " + (length - buffer.remaining()) + " too few");
        }
    }
}
