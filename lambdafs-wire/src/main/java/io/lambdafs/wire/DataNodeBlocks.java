package io.lambdafs.wire;

import java.util.Objects;

/**
 * A question for blocks of which a DataNode has replicas: the request of {@link #METHOD}. A balancer asks it by a gateway. A NameNode answers
 * with HDFS's {@code LocatedBlocksProto}. It has no classes of the messages in which a balancer asks.
 */
public final class DataNodeBlocks {
    /** The name of the method. It is none of Hadoop's ClientProtocol. */
    public static final String METHOD = "getBlocksOfDataNode";

    private static final int MAX_TEXT_BYTES = 1024;

    private final String dataNode;
    private final long bytes;
    private final long leastBytes;
    private final String storageType;

    /**
     * A question.
     *
     * @param dataNode the UUID of the DataNode
     * @param bytes when the blocks found have so many bytes together, no more are wanted
     * @param leastBytes shorter blocks are not wanted
     * @param storageType the name of the type of storage on which the replicas are; empty for any
     */
    public DataNodeBlocks(String dataNode, long bytes, long leastBytes, String storageType) {
        this.dataNode = Objects.requireNonNull(dataNode, "dataNode");
        this.bytes = bytes;
        this.leastBytes = leastBytes;
        this.storageType = Objects.requireNonNull(storageType, "storageType");
    }

    /** The UUID of the DataNode. */
    public String dataNode() {
        return dataNode;
    }

    /** How many bytes the wanted blocks have together. */
    public long bytes() {
        return bytes;
    }

    /** How long a block is at least. */
    public long leastBytes() {
        return leastBytes;
    }

    /** The name of the type of storage; empty for any. */
    public String storageType() {
        return storageType;
    }

    /** The question as bytes. */
    public byte[] encode() {
        return new ByteWriter(128)
                .putString(dataNode)
                .putLong(bytes)
                .putLong(leastBytes)
                .putString(storageType)
                .toBytes();
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none, or exceed a bound
     */
    public static DataNodeBlocks decode(byte[] encoded) throws MalformedEnvelopeException {
        ByteReader in = new ByteReader(encoded);
        DataNodeBlocks blocks = new DataNodeBlocks(
                in.getString(MAX_TEXT_BYTES), in.getLong(), in.getLong(), in.getString(MAX_TEXT_BYTES));
        in.requireEnd();
        return blocks;
    }
}
