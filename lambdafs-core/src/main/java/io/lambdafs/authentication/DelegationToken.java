package io.lambdafs.authentication;

import static java.util.Objects.requireNonNull;

import io.lambdafs.wire.authentication.DelegationTokenId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A delegation token as the store keeps it. Immutable. */
public final class DelegationToken {
    /** How long a secret is, in bytes. */
    public static final int SECRET_BYTES = 32;

    /** What a row has room for. */
    private static final int MOST_GROUP_BYTES = 12_000;

    private final DelegationTokenId id;
    private final byte[] secret;
    private final long expiresMillis;
    private final List<String> groups;

    /**
     * A token.
     *
     * @param secret what the holder proves to know: {@link #SECRET_BYTES} random bytes
     * @param expiresMillis when it ends unless it is renewed, in milliseconds since 1970
     * @param groups the owner's groups, the primary one first
     * @throws IllegalArgumentException if their names have more than 12,000 bytes: without a group its members could have more rights
     */
    public DelegationToken(DelegationTokenId id, byte[] secret, long expiresMillis, List<String> groups) {
        this.id = requireNonNull(id, "id");
        this.secret = secret.clone();
        this.expiresMillis = expiresMillis;
        this.groups = fitting(groups);
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("a secret has " + SECRET_BYTES + " bytes, not " + secret.length);
        }
    }

    private static List<String> fitting(List<String> groups) {
        int bytes = groups.stream()
                .mapToInt(group -> Short.BYTES + group.getBytes(StandardCharsets.UTF_8).length)
                .sum();
        if (bytes > MOST_GROUP_BYTES) {
            throw new IllegalArgumentException("the names of the user's " + groups.size() + " groups have " + bytes
                    + " bytes; a delegation token has room for " + MOST_GROUP_BYTES);
        }
        return List.copyOf(groups);
    }

    public DelegationTokenId id() {
        return id;
    }

    /** A copy of the secret. */
    public byte[] secret() {
        return secret.clone();
    }

    public long expiresMillis() {
        return expiresMillis;
    }

    /** The owner's groups when the token was issued, or when a gateway said last that they had changed; a renewal leaves them as they are. */
    public List<String> groups() {
        return groups;
    }

    /** The same token with another end. */
    public DelegationToken expiring(long millis) {
        return new DelegationToken(id, secret, millis, groups);
    }

    /**
     * The same token of an owner who is in other groups by now.
     *
     * @throws IllegalArgumentException if there is no room for their names
     */
    public DelegationToken inGroups(List<String> others) {
        return new DelegationToken(id, secret, expiresMillis, others);
    }

    byte[] encode() {
        byte[] identifier = id.encode();
        List<byte[]> names = groups.stream()
                .map(group -> group.getBytes(StandardCharsets.UTF_8))
                .toList();
        int bytes = names.stream().mapToInt(name -> Short.BYTES + name.length).sum();
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES + SECRET_BYTES + 2 * Integer.BYTES + identifier.length + bytes);
        out.putLong(expiresMillis)
                .put(secret)
                .putInt(identifier.length)
                .put(identifier)
                .putInt(names.size());
        names.forEach(name -> out.putShort((short) name.length).put(name));
        return out.array();
    }

    static DelegationToken decode(byte[] value) {
        ByteBuffer in = ByteBuffer.wrap(value);
        long expires = in.getLong();
        byte[] secret = bytes(in, SECRET_BYTES);
        DelegationTokenId id = DelegationTokenId.decode(bytes(in, in.getInt()));
        int count = in.getInt();
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            groups.add(new String(bytes(in, in.getShort()), StandardCharsets.UTF_8));
        }
        return new DelegationToken(id, secret, expires, groups);
    }

    private static byte[] bytes(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return bytes;
    }

    /** Says nothing of the secret. */
    @Override
    public String toString() {
        return id.toString();
    }
}
