package io.lambdafs.wire.authentication;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The identifier of a delegation token of HDFS, in the encoding of Hadoop's {@code AbstractDelegationTokenIdentifier}. Read and written here,
 * because function instances do without Hadoop's own class and all that it needs. Immutable.
 */
public final class DelegationTokenId {
    /** The kind of such a token, as Hadoop names it. */
    public static final String KIND = "HDFS_DELEGATION_TOKEN";

    /** The most bytes of a name. */
    private static final int MAX_NAME_BYTES = 1024;

    private static final int VERSION = 0;
    private static final int SHORT_FORM = -112;
    private static final int NEGATIVE = -120;

    private final String owner;
    private final String renewer;
    private final String realUser;
    private final long issuedMillis;
    private final long maxMillis;
    private final int number;

    /**
     * An identifier.
     *
     * @param owner the user for whom the token speaks
     * @param renewer the user that may renew it; empty for nobody
     * @param realUser the user that asked for it in the owner's name; empty for the owner
     * @param issuedMillis when it was issued, in milliseconds since 1970
     * @param maxMillis when it ends, however often it is renewed
     * @param number tells the tokens of a cluster apart
     */
    public DelegationTokenId(
            String owner, String renewer, String realUser, long issuedMillis, long maxMillis, int number) {
        this.owner = Objects.requireNonNull(owner, "owner");
        this.renewer = Objects.requireNonNull(renewer, "renewer");
        this.realUser = Objects.requireNonNull(realUser, "realUser");
        this.issuedMillis = issuedMillis;
        this.maxMillis = maxMillis;
        this.number = number;
    }

    public String owner() {
        return owner;
    }

    public String renewer() {
        return renewer;
    }

    public String realUser() {
        return realUser;
    }

    public long issuedMillis() {
        return issuedMillis;
    }

    public long maxMillis() {
        return maxMillis;
    }

    public int number() {
        return number;
    }

    /** The identifier as bytes. */
    public byte[] encode() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            write(out, owner);
            write(out, renewer);
            write(out, realUser);
            write(out, issuedMillis);
            write(out, maxMillis);
            write(out, number);
            // The number of a master key; the tokens of λFS have secrets of their own.
            write(out, 0);
        } catch (IOException e) {
            throw new IllegalStateException("memory takes all bytes", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws IllegalArgumentException if they are no identifier
     */
    public static DelegationTokenId decode(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            int version = in.readByte();
            if (version != VERSION) {
                throw new IllegalArgumentException("a delegation token's identifier has the version " + version);
            }
            DelegationTokenId id = new DelegationTokenId(
                    readName(in), readName(in), readName(in), readLong(in), readLong(in), (int) readLong(in));
            long unused = readLong(in);
            if (in.available() > 0) {
                throw new IllegalArgumentException("a delegation token's identifier has bytes after its end");
            }
            return id;
        } catch (IOException e) {
            throw new IllegalArgumentException("a delegation token's identifier is cut short", e);
        }
    }

    private static void write(DataOutputStream out, String name) throws IOException {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        write(out, bytes.length);
        out.write(bytes);
    }

    /* Hadoop's WritableUtils: one byte for small numbers, otherwise the number of bytes and the sign in one, and then the bytes. */
    private static void write(DataOutputStream out, long value) throws IOException {
        if (value >= SHORT_FORM && value <= 127) {
            out.writeByte((int) value);
            return;
        }
        long positive = value < 0 ? ~value : value;
        int bytes = (Long.SIZE - Long.numberOfLeadingZeros(positive) + 7) / 8;
        out.writeByte((value < 0 ? NEGATIVE : SHORT_FORM) - bytes);
        for (int i = bytes - 1; i >= 0; i--) {
            out.writeByte((int) (positive >>> (8 * i)));
        }
    }

    private static long readLong(DataInputStream in) throws IOException {
        int first = in.readByte();
        if (first >= SHORT_FORM) {
            return first;
        }
        boolean negative = first < NEGATIVE;
        int bytes = (negative ? NEGATIVE : SHORT_FORM) - first;
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | in.readUnsignedByte();
        }
        return negative ? ~value : value;
    }

    private static String readName(DataInputStream in) throws IOException {
        long length = readLong(in);
        if (length < 0 || length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException(
                    "a name in a delegation token has " + length + " bytes; the limit is " + MAX_NAME_BYTES);
        }
        byte[] bytes = new byte[(int) length];
        in.readFully(bytes);
        String name = new String(bytes, StandardCharsets.UTF_8);
        if (name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a name in a delegation token has a NUL in it");
        }
        return name;
    }

    /** As HDFS prints it. */
    @Override
    public String toString() {
        return "token for " + owner + ": " + KIND + " owner=" + owner + ", renewer=" + renewer + ", realUser="
                + realUser
                + ", issueDate=" + issuedMillis + ", maxDate=" + maxMillis + ", sequenceNumber=" + number
                + ", masterKeyId=0";
    }
}
