package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** What a client gets for a decoupled subtree. Immutable. */
public final class DecoupledLease {
    private final long number;
    private final SubtreeRoot root;
    private final String user;
    private final InodeNumbers inodes;
    private final long leaseMillis;
    private final String policy;

    public DecoupledLease(
            long number, SubtreeRoot root, String user, InodeNumbers inodes, long leaseMillis, String policy) {
        this.number = number;
        this.root = root;
        this.user = user;
        this.inodes = inodes;
        this.leaseMillis = leaseMillis;
        this.policy = policy;
    }

    /** The number of the decoupling. */
    public long number() {
        return number;
    }

    public SubtreeRoot root() {
        return root;
    }

    /** Whose it is. */
    public String user() {
        return user;
    }

    /** The numbers that were reserved for it. */
    public InodeNumbers inodes() {
        return inodes;
    }

    /** How long the subtree is held without a renewal, in milliseconds. */
    public long leaseMillis() {
        return leaseMillis;
    }

    /** The text of the policy that applies. */
    public String policy() {
        return policy;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            out.writeLong(number);
            Fields.putBytes(out, root.encode());
            Fields.putText(out, user);
            Fields.putBytes(out, inodes.encode());
            out.writeLong(leaseMillis);
            Fields.putText(out, policy);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static DecoupledLease decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(
                bytes,
                in -> new DecoupledLease(
                        in.readLong(),
                        SubtreeRoot.decode(Fields.getBytes(in, Integer.MAX_VALUE)),
                        Fields.getText(in),
                        InodeNumbers.decode(Fields.getBytes(in, Integer.MAX_VALUE)),
                        in.readLong(),
                        Fields.getText(in)));
    }
}
