package io.lambdafs.blockkey;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A secret that signs block tokens. Immutable; its text does not show the secret. */
public final class BlockKey {
    /** The length of a secret in bytes: that of the result of the HMAC which Hadoop makes with it, or more. */
    public static final int SECRET_BYTES = 32;

    private final int id;
    private final long expiryMillis;
    private final byte[] secret;

    /**
     * A key.
     *
     * @param id at least 1; never given twice, later keys have higher ones
     * @param expiryMillis when no token made with it can be valid any more, in milliseconds since the epoch
     * @param secret {@link #SECRET_BYTES} bytes, which are copied
     */
    public BlockKey(int id, long expiryMillis, byte[] secret) {
        if (id < 1 || secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("a block key has a positive id and a secret of " + SECRET_BYTES
                    + " bytes, not the id " + id + " and " + secret.length + " bytes");
        }
        this.id = id;
        this.expiryMillis = expiryMillis;
        this.secret = secret.clone();
    }

    public int id() {
        return id;
    }

    /** When no token made with it can be valid any more, in milliseconds since the epoch. */
    public long expiryMillis() {
        return expiryMillis;
    }

    /** A copy of the secret. */
    public byte[] secret() {
        return secret.clone();
    }

    BlockKey expiringAt(long millis) {
        return new BlockKey(id, millis, secret);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BlockKey key
                && id == key.id
                && expiryMillis == key.expiryMillis
                && Arrays.equals(secret, key.secret);
    }

    @Override
    public int hashCode() {
        return 31 * id + Long.hashCode(expiryMillis);
    }

    @Override
    public String toString() {
        return "block key " + id + " until " + expiryMillis;
    }
}
