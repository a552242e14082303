package io.lambdafs.client.sharing;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Which stack a client speaks to: the platform's address together with its key. Two stacks that have used one address after
 * another have different keys. What Hadoop calls the file system does not matter, for that is each user's own choice.
 */
public final class StackIdentity {
    private final byte[] digest;

    /**
     * The identity of the stack behind this platform.
     *
     * @param url where the platform is
     * @param key what it wants to be shown; null if nothing
     */
    public StackIdentity(String url, @Nullable String key) {
        String text = "lambdafs stack\n" + url + "\n" + (key == null ? "" : key);
        this.digest = sha256(text.getBytes(StandardCharsets.UTF_8));
    }

    /** A name for files, from which the identity cannot be computed. */
    public String name() {
        byte[] named = sha256(("lambdafs stack's name\n" + Arrays.toString(digest)).getBytes(StandardCharsets.UTF_8));
        return String.format(Locale.ROOT, "%016x", ByteBuffer.wrap(named).getLong());
    }

    /** A key for which a process must know both the secret and the stack; of 64 bytes if the secret has 32. */
    byte[] withSecret(byte[] secret) {
        return ByteBuffer.allocate(secret.length + digest.length)
                .put(secret)
                .put(digest)
                .array();
    }

    private static byte[] sha256(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof StackIdentity && MessageDigest.isEqual(digest, ((StackIdentity) other).digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }
}
