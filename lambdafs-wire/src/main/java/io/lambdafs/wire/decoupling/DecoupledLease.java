package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** What a client gets for a decoupled subtree. Immutable. */
public final class DecoupledLease {
    private final long number;
    private final long directory;
    private final String path;
    private final String user;
    private final String group;
    private final int permission;
    private final long firstInode;
    private final int inodes;
    private final long leaseMillis;
    private final String policy;
    private final boolean empty;

    public DecoupledLease(
            long number,
            long directory,
            String path,
            String user,
            String group,
            int permission,
            long firstInode,
            int inodes,
            long leaseMillis,
            String policy,
            boolean empty) {
        this.number = number;
        this.directory = directory;
        this.path = path;
        this.user = user;
        this.group = group;
        this.permission = permission;
        this.firstInode = firstInode;
        this.inodes = inodes;
        this.leaseMillis = leaseMillis;
        this.policy = policy;
        this.empty = empty;
    }

    /** The number of the decoupling. */
    public long number() {
        return number;
    }

    /** The inode number of the subtree's root. */
    public long directory() {
        return directory;
    }

    /** Its path when it was decoupled. */
    public String path() {
        return path;
    }

    /** Whose it is. */
    public String user() {
        return user;
    }

    /** The group of the root, which is that of new inodes in it. */
    public String group() {
        return group;
    }

    /** The mode of the root. */
    public int permission() {
        return permission;
    }

    /** The first of the reserved inode numbers. */
    public long firstInode() {
        return firstInode;
    }

    /** How many are reserved. */
    public int inodes() {
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

    /** Whether nothing was in the directory. */
    public boolean empty() {
        return empty;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            out.writeLong(number);
            out.writeLong(directory);
            Fields.putText(out, path);
            Fields.putText(out, user);
            Fields.putText(out, group);
            out.writeInt(permission);
            out.writeLong(firstInode);
            out.writeInt(inodes);
            out.writeLong(leaseMillis);
            Fields.putText(out, policy);
            out.writeBoolean(empty);
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
                        in.readLong(),
                        Fields.getText(in),
                        Fields.getText(in),
                        Fields.getText(in),
                        in.readInt(),
                        in.readLong(),
                        in.readInt(),
                        in.readLong(),
                        Fields.getText(in),
                        in.readBoolean()));
    }
}
