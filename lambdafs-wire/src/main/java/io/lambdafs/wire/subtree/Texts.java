package io.lambdafs.wire.subtree;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes and reads messages of texts; reading trusts no length. */
final class Texts {
    /** The longest text: a path of HDFS takes up to four bytes for each of its 8,000 characters. */
    private static final int MAX_BYTES = 32_000;

    private Texts() {}

    /** What writes a message. */
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    /** What reads a message. */
    interface Reading<T> {
        T from(DataInputStream in) throws IOException, MalformedEnvelopeException;
    }

    static byte[] write(Writing message) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            message.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return bytes.toByteArray();
    }

    static <T> T read(byte[] bytes, Reading<T> message) throws MalformedEnvelopeException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            T read = message.from(in);
            if (in.available() > 0) {
                throw new MalformedEnvelopeException(in.available() + " bytes too many");
            }
            return read;
        } catch (IOException e) {
            throw new MalformedEnvelopeException("a message about a policy ends too early");
        }
    }

    static void put(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static String get(DataInputStream in) throws IOException, MalformedEnvelopeException {
        int length = in.readInt();
        if (length < 0 || length > MAX_BYTES || length > in.available()) {
            throw new MalformedEnvelopeException("length " + length + " is outside 0.." + MAX_BYTES);
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
