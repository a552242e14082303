package io.lambdafs.wire.frame;

import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.ResponseEnvelope;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;

/**
 * Asks an instance to connect to another client as well, as the parameters of an HTTP invocation do. A client sends it over a
 * connection that it shares: on behalf of the client whose request it passes on.
 */
public final class Invitation implements Frame {
    /** The most bytes of an endpoint. */
    public static final int MAX_ENDPOINT_BYTES = 300;

    /** The most bytes of a secret. */
    public static final int MAX_SECRET_BYTES = 64;

    /** The bytes of the digest of a certificate. */
    public static final int DIGEST_BYTES = 32;

    static final byte TYPE = 20;

    /** Of invitations to an encrypted connection. Older instances do not know it, and could not do it. */
    static final byte ENCRYPTED_TYPE = 21;

    private static final int MAX_VERSION = Byte.MAX_VALUE;

    private final UUID client;
    private final String endpoint;
    private final byte[] secret;
    private final int answers;
    private final byte[] certificate;

    /**
     * An invitation.
     *
     * @param client under which name instances know the client
     * @param endpoint where it listens, as {@code host:port}
     * @param secret what the instance has to say there
     * @param answers the newest version of {@link ResponseEnvelope} that the client reads
     * @throws IllegalArgumentException if the endpoint or the secret is too long, or if answers of that version are not
     *     written any more
     */
    public Invitation(UUID client, String endpoint, byte[] secret, int answers) {
        this(client, endpoint, secret, answers, new byte[0]);
    }

    /**
     * An invitation to a connection that is encrypted.
     *
     * @param certificate the SHA-256 of the client's certificate; empty for a connection that is not encrypted
     */
    public Invitation(UUID client, String endpoint, byte[] secret, int answers, byte[] certificate) {
        this.certificate = certificate.clone();
        if (certificate.length != 0 && certificate.length != DIGEST_BYTES) {
            throw new IllegalArgumentException("the digest of a certificate has " + DIGEST_BYTES + " bytes");
        }
        this.client = Objects.requireNonNull(client, "client");
        this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
        this.secret = secret.clone();
        this.answers = answers;
        if (answers < ResponseEnvelope.OLDEST_VERSION || answers > MAX_VERSION) {
            throw new IllegalArgumentException("answers of version " + answers + " are outside "
                    + ResponseEnvelope.OLDEST_VERSION + ".." + MAX_VERSION);
        }
        if (endpoint.getBytes(StandardCharsets.UTF_8).length > MAX_ENDPOINT_BYTES || secret.length > MAX_SECRET_BYTES) {
            throw new IllegalArgumentException("the endpoint or the secret is too long");
        }
    }

    public UUID client() {
        return client;
    }

    public String endpoint() {
        return endpoint;
    }

    public byte[] secret() {
        return secret.clone();
    }

    public int answers() {
        return answers;
    }

    /** The SHA-256 of the client's certificate; empty for a connection that is not encrypted. */
    public byte[] certificate() {
        return certificate.clone();
    }

    @Override
    public void writeTo(ByteBuffer out) {
        byte[] address = endpoint.getBytes(StandardCharsets.UTF_8);
        byte type = certificate.length == 0 ? TYPE : ENCRYPTED_TYPE;
        out.put(type).putLong(client.getMostSignificantBits()).putLong(client.getLeastSignificantBits());
        out.putInt(address.length)
                .put(address)
                .putInt(secret.length)
                .put(secret)
                .put((byte) answers)
                .put(certificate);
    }

    static Invitation read(byte type, ByteBuffer in) throws MalformedEnvelopeException {
        UUID client = new UUID(in.getLong(), in.getLong());
        String endpoint = new String(Hello.bytes(in, MAX_ENDPOINT_BYTES), StandardCharsets.UTF_8);
        byte[] secret = Hello.bytes(in, MAX_SECRET_BYTES);
        if (endpoint.getBytes(StandardCharsets.UTF_8).length > MAX_ENDPOINT_BYTES) {
            throw new MalformedEnvelopeException("the endpoint is not text");
        }
        int answers = in.get();
        if (answers < ResponseEnvelope.OLDEST_VERSION) {
            throw new MalformedEnvelopeException("answers of version " + answers + " are not written");
        }
        byte[] certificate = new byte[type == ENCRYPTED_TYPE ? DIGEST_BYTES : 0];
        in.get(certificate);
        return new Invitation(client, endpoint, secret, answers, certificate);
    }
}
