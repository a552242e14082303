package io.lambdafs.wire.authentication;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A credential with its secret: makes and checks HMACs (HMAC-SHA256, RFC 2104 and FIPS 180-4). Thread-safe. */
public final class SigningKey {
    /** How long an HMAC is. */
    public static final int MAC_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private final Credential credential;
    private final Mac prototype;

    /**
     * For this credential.
     *
     * @param secret at least one byte
     */
    public SigningKey(Credential credential, byte[] secret) {
        this.credential = Objects.requireNonNull(credential, "credential");
        try {
            prototype = Mac.getInstance(ALGORITHM);
            prototype.init(new SecretKeySpec(secret, ALGORITHM));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    public Credential credential() {
        return credential;
    }

    /** The HMAC of a message, of which one byte counts as 0 whatever it is. */
    public byte[] sign(byte[] message, int length, int except) {
        Mac mac = copy();
        mac.update(message, 0, except);
        mac.update((byte) 0);
        mac.update(message, except + 1, length - except - 1);
        return mac.doFinal();
    }

    /** Whether this is what {@link #sign} makes; takes as long for a wrong one as for the right one. */
    public boolean verifies(byte[] message, int length, int except, byte[] signature) {
        return MessageDigest.isEqual(sign(message, length, except), signature);
    }

    /* A Mac has a state, and to look one up among the providers takes longer than to copy one. */
    private Mac copy() {
        try {
            return (Mac) prototype.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("Java's own " + ALGORITHM + " can be copied", e);
        }
    }

    @Override
    public String toString() {
        return "key of " + credential;
    }
}
