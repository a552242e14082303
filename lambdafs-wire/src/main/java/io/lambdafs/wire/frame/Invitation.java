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

    static final byte TYPE = 20;

    private static final int MAX_VERSION = Byte.MAX_VALUE;

    private final UUID client;
    private final String endpoint;
    private final byte[] secret;
    private final int answers;

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

    @Override
    public void writeTo(ByteBuffer out) {
        byte[] address = endpoint.getBytes(StandardCharsets.UTF_8);
        out.put(TYPE).putLong(client.getMostSignificantBits()).putLong(client.getLeastSignificantBits());
        out.putInt(address.length)
                .put(address)
                .putInt(secret.length)
                .put(secret)
                .put((byte) answers);
    }

    static Invitation read(ByteBuffer in) throws MalformedEnvelopeException {
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
        return new Invitation(client, endpoint, secret, answers);
    }
}
