package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes and reads the fields of a message; reading trusts no length. */
final class Fields {
    /** The longest text: a path of HDFS takes up to four bytes for each of its 8,000 characters. */
    static final int MAX_TEXT_BYTES = 32_000;

    private Fields() {}

    /** What writes the fields of a message. */
    interface Writing {
        void to(DataOutputStream out) throws IOException;
    }

    /** What reads the fields of a message. */
    interface Reading<T> {
        T from(DataInputStream in) throws IOException, MalformedEnvelopeException;
    }

    static byte[] write(Writing fields) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            fields.to(out);
        } catch (IOException e) {
            throw new UncheckedIOException("memory cannot be written", e);
        }
        return bytes.toByteArray();
    }

    static <T> T read(byte[] bytes, Reading<T> fields) throws MalformedEnvelopeException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            T message = fields.from(in);
            if (in.available() > 0) {
                throw new MalformedEnvelopeException(in.available() + " bytes too many");
            }
            return message;
        } catch (IOException e) {
            throw new MalformedEnvelopeException("a message about a decoupled subtree is malformed: " + e.getMessage());
        }
    }

    static void putText(DataOutputStream out, String text) throws IOException {
        putBytes(out, text.getBytes(StandardCharsets.UTF_8));
    }

    static String getText(DataInputStream in) throws IOException, MalformedEnvelopeException {
        return new String(getBytes(in, MAX_TEXT_BYTES), StandardCharsets.UTF_8);
    }

    static void putBytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static byte[] getBytes(DataInputStream in, int most) throws IOException, MalformedEnvelopeException {
        byte[] bytes = new byte[getCount(in, Math.min(most, in.available()))];
        in.readFully(bytes);
        return bytes;
    }

    static int getCount(DataInputStream in, int most) throws IOException, MalformedEnvelopeException {
        int count = in.readInt();
        if (count < 0 || count > most) {
            throw new MalformedEnvelopeException("the number " + count + " is outside 0.." + most);
        }
        return count;
    }
}
