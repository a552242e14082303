package io.lambdafs.wire.frame;

import io.lambdafs.wire.MalformedEnvelopeException;
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

    private final UUID client;
    private final String endpoint;
    private final byte[] secret;

    /**
     * An invitation.
     *
     * @param client under which name instances know the client
     * @param endpoint where it listens, as {@code host:port}
     * @param secret what the instance has to say there
     * @throws IllegalArgumentException if the endpoint or the secret is too long
     */
    public Invitation(UUID client, String endpoint, byte[] secret) {
        this.client = Objects.requireNonNull(client, "client");
        this.endpoint = Objects.requireNonNull(endpoint, "endpoint");
        this.secret = secret.clone();
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

    @Override
    public void writeTo(ByteBuffer out) {
        byte[] address = endpoint.getBytes(StandardCharsets.UTF_8);
        out.put(TYPE).putLong(client.getMostSignificantBits()).putLong(client.getLeastSignificantBits());
        out.putInt(address.length).put(address).putInt(secret.length).put(secret);
    }

    static Invitation read(ByteBuffer in) throws MalformedEnvelopeException {
        UUID client = new UUID(in.getLong(), in.getLong());
        String endpoint = new String(Hello.bytes(in, MAX_ENDPOINT_BYTES), StandardCharsets.UTF_8);
        byte[] secret = Hello.bytes(in, MAX_SECRET_BYTES);
        if (endpoint.getBytes(StandardCharsets.UTF_8).length > MAX_ENDPOINT_BYTES) {
            throw new MalformedEnvelopeException("the endpoint is not text");
        }
        return new Invitation(client, endpoint, secret);
    }
}
