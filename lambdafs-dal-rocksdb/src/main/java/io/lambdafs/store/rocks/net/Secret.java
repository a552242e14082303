package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What an engine and its clients share, and by which each proves to the other that it belongs to the same file system.
 *
 * <p>It never travels, and no text of it is made.
 */
public final class Secret {
    /** A secret that could be guessed is none. */
    public static final int FEWEST_BYTES = 16;

    /** A file that is longer is most likely not a secret at all. */
    public static final int MOST_BYTES = 1024;

    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    private Secret(byte[] bytes) {
        key = new SecretKeySpec(bytes, ALGORITHM);
    }

    /**
     * A secret of these bytes, which should be random.
     *
     * @throws IllegalArgumentException unless there are 16 to 1,024
     */
    public static Secret of(byte[] bytes) {
        if (bytes.length < FEWEST_BYTES || bytes.length > MOST_BYTES) {
            throw new IllegalArgumentException("the secret has " + bytes.length + " bytes; give " + FEWEST_BYTES
                    + " to " + MOST_BYTES + " random ones");
        }
        return new Secret(bytes);
    }

    /**
     * Reads the secret that is the whole content of a file.
     *
     * @throws IOException if the file cannot be read or has not 16 to 1,024 bytes
     */
    public static Secret read(Path file) throws IOException {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST_BYTES + 1);
        }
        try {
            return of(bytes);
        } catch (IllegalArgumentException e) {
            throw new IOException("the file " + file + " cannot be the secret of a store: " + e.getMessage(), e);
        } finally {
            Arrays.fill(bytes, (byte) 0);
        }
    }

    /** The HMAC-SHA-256 of these parts, one after the other: 32 bytes. */
    byte[] sign(byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }

    @Override
    public String toString() {
        return "a secret";
    }
}
