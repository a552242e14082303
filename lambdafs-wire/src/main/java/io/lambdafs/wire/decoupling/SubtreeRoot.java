package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** The root of a decoupled subtree when it was decoupled. Immutable. */
public final class SubtreeRoot {
    private final long directory;
    private final String path;
    private final String group;
    private final int permission;
    private final boolean empty;

    public SubtreeRoot(long directory, String path, String group, int permission, boolean empty) {
        this.directory = directory;
        this.path = path;
        this.group = group;
        this.permission = permission;
        this.empty = empty;
    }

    /** Its inode number. */
    public long directory() {
        return directory;
    }

    public String path() {
        return path;
    }

    /** That of new inodes in it. */
    public String group() {
        return group;
    }

    /** Its mode. */
    public int permission() {
        return permission;
    }

    /** Whether nothing was in it. */
    public boolean empty() {
        return empty;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            out.writeLong(directory);
            Fields.putText(out, path);
            Fields.putText(out, group);
            out.writeInt(permission);
            out.writeBoolean(empty);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static SubtreeRoot decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(
                bytes,
                in -> new SubtreeRoot(
                        in.readLong(), Fields.getText(in), Fields.getText(in), in.readInt(), in.readBoolean()));
    }
}
