package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** Asks to decouple the subtree at a path. Immutable. */
public final class DecoupleRequest {
    private final String path;
    private final String clientName;
    private final int inodes;
    private final long leaseMillis;
    private final String policy;

    public DecoupleRequest(String path, String clientName, int inodes, long leaseMillis, String policy) {
        this.path = path;
        this.clientName = clientName;
        this.inodes = inodes;
        this.leaseMillis = leaseMillis;
        this.policy = policy;
    }

    public String path() {
        return path;
    }

    /** How the client calls itself, for people. */
    public String clientName() {
        return clientName;
    }

    /** How many inode numbers to reserve; 0 for as many as the policy says. */
    public int inodes() {
        return inodes;
    }

    /** How long to hold the subtree without a renewal, in milliseconds; 0 for as long as the policy says. */
    public long leaseMillis() {
        return leaseMillis;
    }

    /** A policy for this decoupling alone, as its text; empty for the policy of the directory. */
    public String policy() {
        return policy;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            Fields.putText(out, path);
            Fields.putText(out, clientName);
            out.writeInt(inodes);
            out.writeLong(leaseMillis);
            Fields.putText(out, policy);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static DecoupleRequest decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(
                bytes,
                in -> new DecoupleRequest(
                        Fields.getText(in), Fields.getText(in), in.readInt(), in.readLong(), Fields.getText(in)));
    }
}
