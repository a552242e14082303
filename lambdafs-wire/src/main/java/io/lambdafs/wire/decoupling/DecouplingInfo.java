package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** One decoupled subtree, for people. Immutable. */
public final class DecouplingInfo {
    /** The state of a subtree whose client has a lease. */
    public static final String HELD = "held";

    /** The state of one whose lease has ended, and that nobody has merged or discarded yet. */
    public static final String LEASE_ENDED = "lease ended";

    /** The state of one whose merge has begun. */
    public static final String MERGING = "merging";

    /** The state of one that nobody holds any more, of which a part is still to be removed. */
    public static final String DISCARDING = "being discarded";

    private final long number;
    private final String path;
    private final DecouplingHolder holder;
    private final DecouplingTerm term;
    private final String state;
    private final int inodes;
    private final String policy;

    public DecouplingInfo(
            long number,
            String path,
            DecouplingHolder holder,
            DecouplingTerm term,
            String state,
            int inodes,
            String policy) {
        this.number = number;
        this.path = path;
        this.holder = holder;
        this.term = term;
        this.state = state;
        this.inodes = inodes;
        this.policy = policy;
    }

    public long number() {
        return number;
    }

    /** Where it is now; empty if its directory is gone. */
    public String path() {
        return path;
    }

    public DecouplingHolder holder() {
        return holder;
    }

    public DecouplingTerm term() {
        return term;
    }

    /** {@link #HELD}, {@link #LEASE_ENDED}, {@link #MERGING} or {@link #DISCARDING}. */
    public String state() {
        return state;
    }

    /** How many inode numbers are reserved. */
    public int inodes() {
        return inodes;
    }

    public String policy() {
        return policy;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            out.writeLong(number);
            Fields.putText(out, path);
            Fields.putBytes(out, holder.encode());
            Fields.putBytes(out, term.encode());
            Fields.putText(out, state);
            out.writeInt(inodes);
            Fields.putText(out, policy);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static DecouplingInfo decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(
                bytes,
                in -> new DecouplingInfo(
                        in.readLong(),
                        Fields.getText(in),
                        DecouplingHolder.decode(Fields.getBytes(in, Integer.MAX_VALUE)),
                        DecouplingTerm.decode(Fields.getBytes(in, Integer.MAX_VALUE)),
                        Fields.getText(in),
                        in.readInt(),
                        Fields.getText(in)));
    }
}
