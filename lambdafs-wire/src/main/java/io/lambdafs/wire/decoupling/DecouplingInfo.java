package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** One decoupled subtree, for people. Immutable. */
public final class DecouplingInfo {
    private final long number;
    private final String path;
    private final String user;
    private final String clientName;
    private final String host;
    private final long sinceMillis;
    private final long expiresMillis;
    private final String state;
    private final int inodes;
    private final String policy;

    public DecouplingInfo(
            long number,
            String path,
            String user,
            String clientName,
            String host,
            long sinceMillis,
            long expiresMillis,
            String state,
            int inodes,
            String policy) {
        this.number = number;
        this.path = path;
        this.user = user;
        this.clientName = clientName;
        this.host = host;
        this.sinceMillis = sinceMillis;
        this.expiresMillis = expiresMillis;
        this.state = state;
        this.inodes = inodes;
        this.policy = policy;
    }

    public long number() {
        return number;
    }

    /** Where it is now. */
    public String path() {
        return path;
    }

    public String user() {
        return user;
    }

    public String clientName() {
        return clientName;
    }

    public String host() {
        return host;
    }

    /** By the store's clock, in milliseconds since the epoch. */
    public long sinceMillis() {
        return sinceMillis;
    }

    /** When its lease ends, by the same clock. */
    public long expiresMillis() {
        return expiresMillis;
    }

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
            Fields.putText(out, user);
            Fields.putText(out, clientName);
            Fields.putText(out, host);
            out.writeLong(sinceMillis);
            out.writeLong(expiresMillis);
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
                        Fields.getText(in),
                        Fields.getText(in),
                        Fields.getText(in),
                        in.readLong(),
                        in.readLong(),
                        Fields.getText(in),
                        in.readInt(),
                        Fields.getText(in)));
    }
}
