package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Asks for blocks with places for their replicas. Immutable. */
public final class BlocksRequest {
    private static final int MOST = 100_000;

    private final String path;
    private final long number;
    private final int count;
    private final int replication;
    private final long blockSize;
    private final List<String> excluded;
    private final List<String> favored;

    public BlocksRequest(
            String path,
            long number,
            int count,
            int replication,
            long blockSize,
            List<String> excluded,
            List<String> favored) {
        this.path = path;
        this.number = number;
        this.count = count;
        this.replication = replication;
        this.blockSize = blockSize;
        this.excluded = Collections.unmodifiableList(new ArrayList<>(excluded));
        this.favored = Collections.unmodifiableList(new ArrayList<>(favored));
    }

    public String path() {
        return path;
    }

    /** The number of the decoupling. */
    public long number() {
        return number;
    }

    /** How many; the answer may have fewer. */
    public int count() {
        return count;
    }

    public int replication() {
        return replication;
    }

    /** In bytes. */
    public long blockSize() {
        return blockSize;
    }

    /** DataNodes that are not to be used, by their UUIDs. */
    public List<String> excluded() {
        return excluded;
    }

    /** DataNodes that are to be used if possible, as host and port. */
    public List<String> favored() {
        return favored;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            Fields.putText(out, path);
            out.writeLong(number);
            out.writeInt(count);
            out.writeInt(replication);
            out.writeLong(blockSize);
            out.writeInt(excluded.size());
            for (String each : excluded) {
                Fields.putText(out, each);
            }
            out.writeInt(favored.size());
            for (String each : favored) {
                Fields.putText(out, each);
            }
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static BlocksRequest decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(bytes, in -> {
            String path = Fields.getText(in);
            long number = in.readLong();
            int count = in.readInt();
            int replication = in.readInt();
            long blockSize = in.readLong();
            List<String> excluded = new ArrayList<>();
            int excludedCount = Fields.getCount(in, MOST);
            for (int i = 0; i < excludedCount; i++) {
                excluded.add(Fields.getText(in));
            }
            List<String> favored = new ArrayList<>();
            int favoredCount = Fields.getCount(in, MOST);
            for (int i = 0; i < favoredCount; i++) {
                favored.add(Fields.getText(in));
            }
            return new BlocksRequest(path, number, count, replication, blockSize, excluded, favored);
        });
    }
}
