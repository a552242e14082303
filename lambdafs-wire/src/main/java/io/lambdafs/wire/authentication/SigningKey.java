package io.lambdafs.wire.authentication;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Objects;

/**
 * A credential with its secret: makes and checks HMACs (HMAC-SHA256, RFC 2104). Thread-safe.
 *
 * <p>Java's own HMAC digests two blocks that depend on the secret alone with each message. Here they are digested once: a function without the
 * JVM's second compiler takes half a microsecond for each block, and a request has about five of its own.
 */
public final class SigningKey {
    /** How long an HMAC is, in bytes. */
    public static final int MAC_BYTES = 32;

    private static final String ALGORITHM = "SHA-256";
    private static final int BLOCK_BYTES = 64;
    private static final byte INNER = 0x36;
    private static final byte OUTER = 0x5c;

    private final Credential credential;
    private final MessageDigest inner;
    private final MessageDigest outer;

    /** For this credential. */
    public SigningKey(Credential credential, byte[] secret) {
        this.credential = Objects.requireNonNull(credential, "credential");
        try {
            byte[] key = secret.length > BLOCK_BYTES
                    ? MessageDigest.getInstance(ALGORITHM).digest(secret)
                    : secret;
            inner = begun(key, INNER);
            outer = begun(key, OUTER);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private static MessageDigest begun(byte[] key, byte pad) throws GeneralSecurityException {
        byte[] block = Arrays.copyOf(key, BLOCK_BYTES);
        for (int i = 0; i < BLOCK_BYTES; i++) {
            block[i] ^= pad;
        }
        MessageDigest digest = MessageDigest.getInstance(ALGORITHM);
        digest.update(block);
        return digest;
    }

    public Credential credential() {
        return credential;
    }

    /** The HMAC of a message, of which one byte counts as 0 whatever it is. */
    public byte[] sign(byte[] message, int length, int except) {
        MessageDigest digest = copyOf(inner);
        digest.update(message, 0, except);
        digest.update((byte) 0);
        digest.update(message, except + 1, length - except - 1);
        return copyOf(outer).digest(digest.digest());
    }

    /** Whether this is what {@link #sign} makes; takes as long for a wrong one as for the right one. */
    public boolean verifies(byte[] message, int length, int except, byte[] signature) {
        return MessageDigest.isEqual(sign(message, length, except), signature);
    }

    private static MessageDigest copyOf(MessageDigest begun) {
        try {
            return (MessageDigest) begun.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("Java's own " + ALGORITHM + " can be copied", e);
        }
    }

    @Override
    public String toString() {
        return "key of " + credential;
    }
}
