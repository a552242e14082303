package io.lambdafs.client.sharing;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Shows that a process knows an entry's secret and the stack's identity, without telling them: HMAC-SHA-256 of both challenges.
 *
 * <p>Computed here, because what Java has for it takes a short-lived process longer to load than all of its other work.
 */
final class Proof {
    static final int BYTES = 32;

    private static final int BLOCK_BYTES = 64;
    private static final int INNER = 0x36;
    private static final int OUTER = 0x5c;

    private final byte[] key;

    /** With this key of at most 64 bytes. */
    Proof(byte[] key) {
        if (key.length > BLOCK_BYTES) {
            throw new IllegalArgumentException("The key has more than " + BLOCK_BYTES + " bytes");
        }
        this.key = key.clone();
    }

    /** What the asking process shows. */
    byte[] ofAsker(byte[] askersChallenge, byte[] ownersChallenge) {
        return hmac("asker", askersChallenge, ownersChallenge);
    }

    /** What the owner of the entry shows. */
    byte[] ofOwner(byte[] askersChallenge, byte[] ownersChallenge) {
        return hmac("owner", askersChallenge, ownersChallenge);
    }

    private byte[] hmac(String role, byte[] first, byte[] second) {
        MessageDigest inner = digest(INNER);
        inner.update(role.getBytes(StandardCharsets.UTF_8));
        inner.update(first);
        byte[] message = inner.digest(second);
        return digest(OUTER).digest(message);
    }

    private MessageDigest digest(int padding) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (int i = 0; i < BLOCK_BYTES; i++) {
                digest.update((byte) ((i < key.length ? key[i] : 0) ^ padding));
            }
            return digest;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
