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

    /** So many bytes of names of groups are kept, which is what a row has room for. */
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
     * @param groups the owner's groups, the primary one first; those after the first 12,000 bytes of names are left out
     */
    public DelegationToken(DelegationTokenId id, byte[] secret, long expiresMillis, List<String> groups) {
        this.id = requireNonNull(id, "id");
        this.secret = secret.clone();
        this.expiresMillis = expiresMillis;
        this.groups = kept(groups);
        if (secret.length != SECRET_BYTES) {
            throw new IllegalArgumentException("a secret has " + SECRET_BYTES + " bytes, not " + secret.length);
        }
    }

    private static List<String> kept(List<String> all) {
        List<String> kept = new ArrayList<>();
        int bytes = 0;
        for (String group : all) {
            bytes += Short.BYTES + group.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MOST_GROUP_BYTES) {
                break;
            }
            kept.add(group);
        }
        return List.copyOf(kept);
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

    /** The owner's groups when the token was issued or last renewed. */
    public List<String> groups() {
        return groups;
    }

    /** The same token with another end. */
    public DelegationToken expiring(long millis) {
        return new DelegationToken(id, secret, millis, groups);
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
