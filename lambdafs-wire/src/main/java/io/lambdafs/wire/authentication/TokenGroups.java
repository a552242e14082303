package io.lambdafs.wire.authentication;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Which groups the owners of delegation tokens have, by the tokens with numbers in a range. A gateway asks NameNodes for it, and tells them
 * of owners who have other groups by now. The messages are inside protobuf's BytesValue. Immutable.
 */
public final class TokenGroups {
    /** Takes a range of which only the beginning counts; answers the range that was looked at, with the owners in it. */
    public static final String LIST = "lambdafs.listTokenGroups";

    /** Takes a range with owners, whose tokens in the range then have these groups; answers nothing. */
    public static final String SET = "lambdafs.setTokenGroups";

    /** The last number that a token can have. */
    public static final int LAST = Integer.MAX_VALUE;

    private static final int MOST_OWNERS = 1000;
    private static final int MOST_GROUPS = 12_000;
    private static final int MOST_NAME_BYTES = 12_000;

    private final int from;
    private final int to;
    private final List<Owner> owners;

    /** An owner with groups, the primary one first. Immutable. */
    public static final class Owner {
        private final String name;
        private final List<String> groups;

        public Owner(String name, List<String> groups) {
            this.name = Objects.requireNonNull(name, "name");
            this.groups = Collections.unmodifiableList(new ArrayList<>(groups));
        }

        public String name() {
            return name;
        }

        public List<String> groups() {
            return groups;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Owner && ((Owner) other).name.equals(name) && ((Owner) other).groups.equals(groups);
        }

        @Override
        public int hashCode() {
            return Objects.hash(name, groups);
        }

        @Override
        public String toString() {
            return name + groups;
        }
    }

    /**
     * Owners of tokens with these numbers, both included.
     *
     * @param owners an owner more than once, if tokens of the same owner have different groups
     */
    public TokenGroups(int from, int to, List<Owner> owners) {
        this.from = from;
        this.to = to;
        this.owners = Collections.unmodifiableList(new ArrayList<>(owners));
    }

    public int from() {
        return from;
    }

    /** {@link #LAST} if no token has a greater number. */
    public int to() {
        return to;
    }

    public List<Owner> owners() {
        return owners;
    }

    /** The message as bytes. */
    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(from);
            out.writeInt(to);
            out.writeInt(owners.size());
            for (Owner owner : owners) {
                write(out, owner.name);
                out.writeInt(owner.groups.size());
                for (String group : owner.groups) {
                    write(out, group);
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory takes all bytes", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws IllegalArgumentException if they are none, or exceed a bound
     */
    public static TokenGroups decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int from = in.readInt();
            int to = in.readInt();
            List<Owner> owners = new ArrayList<>();
            int count = readCount(in, MOST_OWNERS);
            for (int i = 0; i < count; i++) {
                owners.add(new Owner(readName(in), readGroups(in)));
            }
            if (in.available() > 0) {
                throw new IllegalArgumentException(in.available() + " bytes too many");
            }
            return new TokenGroups(from, to, owners);
        } catch (IOException e) {
            throw new IllegalArgumentException("the groups of tokens' owners are cut short", e);
        }
    }

    private static List<String> readGroups(DataInputStream in) throws IOException {
        List<String> groups = new ArrayList<>();
        int count = readCount(in, MOST_GROUPS);
        for (int i = 0; i < count; i++) {
            groups.add(readName(in));
        }
        return groups;
    }

    private static int readCount(DataInputStream in, int most) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > most) {
            throw new IllegalArgumentException("count " + count + " is outside 0.." + most);
        }
        return count;
    }

    private static void write(DataOutputStream out, String name) throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String readName(DataInputStream in) throws IOException {
        int length = readCount(in, Math.min(MOST_NAME_BYTES, in.available()));
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
