package io.lambdafs.container.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A secret of which only the SHA-256 is kept, in 64 lower-case hexadecimal digits. */
public record SecretHash(String sha256) {
    public SecretHash {
        if (!sha256.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("a SHA-256 has 64 hexadecimal digits");
        }
    }

    /** The hash of this secret. */
    public static SecretHash of(String secret) {
        return new SecretHash(sha256(secret));
    }

    /** The SHA-256 of a secret in hexadecimal digits. */
    public static String sha256(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Whether this is the secret; how long that takes does not tell how much of it was right. */
    public boolean isOf(String secret) {
        return isEqual(sha256(secret), sha256);
    }

    /** Whether two texts are the same, in a time that does not tell how much of them is. */
    public static boolean isEqual(String given, String expected) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "SecretHash[]";
    }
}
