package io.lambdafs.wire.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shows that an instance knows the secret of a client's offer, without telling it: an HMAC-SHA256 of the connection's nonce and of the
 * names of both ends. A client's name is its id and the digest of its certificate; an instance's is its deployment and its name. So it
 * is worth nothing on another connection, to another client, or for another instance.
 */
public final class HelloProof {
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte[] PURPOSE = "lambdafs hello 1".getBytes(StandardCharsets.US_ASCII);
    private static final int FIXED_BYTES = PURPOSE.length + 2 * Long.BYTES + Integer.BYTES;

    private final UUID client;
    private final byte[] certificate;
    private final byte[] secret;

    /**
     * Proofs to one client.
     *
     * @param client its id
     * @param certificate the SHA-256 of its certificate
     * @param secret the secret of its offer
     */
    public HelloProof(UUID client, byte[] certificate, byte[] secret) {
        this.client = client;
        this.certificate = certificate.clone();
        this.secret = secret.clone();
    }

    /** The greeting of an instance over the connection of this challenge. */
    public Hello hello(Challenge challenge, int deployment, String instance) {
        return new Hello(deployment, instance, of(challenge, deployment, instance));
    }

    /** Whether the greeting shows that its sender knows the secret, and was made for the connection of this challenge. */
    public boolean isShownBy(Hello hello, Challenge challenge) {
        return hello.proves(of(challenge, hello.deployment(), hello.instance()));
    }

    private byte[] of(Challenge challenge, int deployment, String instance) {
        byte[] name = instance.getBytes(StandardCharsets.UTF_8);
        byte[] nonce = challenge.nonce();
        ByteBuffer message = ByteBuffer.allocate(FIXED_BYTES + nonce.length + certificate.length + name.length)
                .put(PURPOSE)
                .put(nonce)
                .putLong(client.getMostSignificantBits())
                .putLong(client.getLeastSignificantBits())
                .put(certificate)
                .putInt(deployment)
                .put(name);
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            return mac.doFinal(message.array());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has " + ALGORITHM, e);
        }
    }
}
