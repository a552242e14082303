package io.lambdafs.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The block keys of a file system in secure mode: the answer of a NameNode to {@link #METHOD}, whose request has no fields. A balancer signs
 * with them, so only superusers get them. Immutable; its text does not show the keys.
 */
public final class BlockKeyList {
    /** The name of the method. It is none of Hadoop's ClientProtocol. */
    public static final String METHOD = "getBlockKeys";

    private static final int MAX_KEYS = 10_000;
    private static final int MAX_SECRET_BYTES = 1024;

    private final long intervalMillis;
    private final long lifetimeMillis;
    private final int current;
    private final List<Key> keys;

    /** A secret, with the number by which tokens name it and the time at which it ends. */
    public static final class Key {
        private final int id;
        private final long expiryMillis;
        private final byte[] secret;

        /**
         * A key.
         *
         * @param expiryMillis when no token made with it can be valid any more, in milliseconds since the epoch
         * @param secret is copied
         */
        public Key(int id, long expiryMillis, byte[] secret) {
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
    }

    /**
     * A list.
     *
     * @param intervalMillis how long a key signs
     * @param lifetimeMillis how long a token is valid
     * @param current the number of the key that signs now, which is in the list
     */
    public BlockKeyList(long intervalMillis, long lifetimeMillis, int current, List<Key> keys) {
        this.intervalMillis = intervalMillis;
        this.lifetimeMillis = lifetimeMillis;
        this.current = current;
        this.keys = Collections.unmodifiableList(new ArrayList<>(keys));
        current();
    }

    /** How long a key signs, in milliseconds. */
    public long intervalMillis() {
        return intervalMillis;
    }

    /** How long a token is valid, in milliseconds. */
    public long lifetimeMillis() {
        return lifetimeMillis;
    }

    /** The key that signs now. */
    public Key current() {
        for (Key key : keys) {
            if (key.id == current) {
                return key;
            }
        }
        throw new IllegalArgumentException("the current key " + current + " is not in the list");
    }

    /** All keys. */
    public List<Key> keys() {
        return keys;
    }

    /** The list as bytes. */
    public byte[] encode() {
        ByteWriter out = new ByteWriter(256)
                .putLong(intervalMillis)
                .putLong(lifetimeMillis)
                .putInt(current)
                .putInt(keys.size());
        for (Key key : keys) {
            out.putInt(key.id).putLong(key.expiryMillis).putBytes(key.secret);
        }
        return out.toBytes();
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none, or exceed a bound
     */
    public static BlockKeyList decode(byte[] bytes) throws MalformedEnvelopeException {
        ByteReader in = new ByteReader(bytes);
        long interval = in.getLong();
        long lifetime = in.getLong();
        int current = in.getInt();
        int count = in.getInt();
        if (count < 0 || count > MAX_KEYS) {
            throw new MalformedEnvelopeException(count + " keys are outside 0.." + MAX_KEYS);
        }
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(new Key(in.getInt(), in.getLong(), in.getBytes(MAX_SECRET_BYTES)));
        }
        in.requireEnd();
        try {
            return new BlockKeyList(interval, lifetime, current, keys);
        } catch (IllegalArgumentException e) {
            throw new MalformedEnvelopeException(String.valueOf(e.getMessage()));
        }
    }
}
