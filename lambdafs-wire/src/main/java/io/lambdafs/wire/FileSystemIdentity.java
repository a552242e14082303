package io.lambdafs.wire;

import java.util.Objects;

/** What tells one file system from all others: the answer of a NameNode to {@link #METHOD}, whose request has no fields. */
public final class FileSystemIdentity {
    /** The name of the method. It is none of Hadoop's ClientProtocol. */
    public static final String METHOD = "getFileSystemIdentity";

    private static final int MAX_TEXT_BYTES = 1024;

    private final int namespaceId;
    private final String clusterId;
    private final String blockPoolId;
    private final long creationMillis;

    /**
     * An identity.
     *
     * @param creationMillis when the file system was made, in milliseconds since the epoch
     */
    public FileSystemIdentity(int namespaceId, String clusterId, String blockPoolId, long creationMillis) {
        this.namespaceId = namespaceId;
        this.clusterId = Objects.requireNonNull(clusterId, "clusterId");
        this.blockPoolId = Objects.requireNonNull(blockPoolId, "blockPoolId");
        this.creationMillis = creationMillis;
    }

    public int namespaceId() {
        return namespaceId;
    }

    public String clusterId() {
        return clusterId;
    }

    public String blockPoolId() {
        return blockPoolId;
    }

    /** When the file system was made, in milliseconds since the epoch. */
    public long creationMillis() {
        return creationMillis;
    }

    /** The identity as bytes. */
    public byte[] encode() {
        return new ByteWriter(128)
                .putInt(namespaceId)
                .putString(clusterId)
                .putString(blockPoolId)
                .putLong(creationMillis)
                .toBytes();
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none, or exceed a bound
     */
    public static FileSystemIdentity decode(byte[] bytes) throws MalformedEnvelopeException {
        ByteReader in = new ByteReader(bytes);
        FileSystemIdentity identity = new FileSystemIdentity(
                in.getInt(), in.getString(MAX_TEXT_BYTES), in.getString(MAX_TEXT_BYTES), in.getLong());
        in.requireEnd();
        return identity;
    }
}
