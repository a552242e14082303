package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Brings parts of a journal to the store. Immutable. */
public final class StageRequest {
    private static final int MOST = 100_000;

    private final String route;
    private final long number;
    private final int first;
    private final List<byte[]> chunks;

    public StageRequest(String route, long number, int first, List<byte[]> chunks) {
        this.route = route;
        this.number = number;
        this.first = first;
        this.chunks = Collections.unmodifiableList(new ArrayList<>(chunks));
    }

    /** What decides where the request goes. */
    public String route() {
        return route;
    }

    /** The number of the decoupling. */
    public long number() {
        return number;
    }

    /** The number of the first chunk. */
    public int first() {
        return first;
    }

    /** The chunks, in order. */
    public List<byte[]> chunks() {
        return chunks;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            Fields.putText(out, route);
            out.writeLong(number);
            out.writeInt(first);
            out.writeInt(chunks.size());
            for (byte[] each : chunks) {
                Fields.putBytes(out, each);
            }
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static StageRequest decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(bytes, in -> {
            String route = Fields.getText(in);
            long number = in.readLong();
            int first = in.readInt();
            List<byte[]> chunks = new ArrayList<>();
            int chunksCount = Fields.getCount(in, MOST);
            for (int i = 0; i < chunksCount; i++) {
                chunks.add(Fields.getBytes(in, Integer.MAX_VALUE));
            }
            return new StageRequest(route, number, first, chunks);
        });
    }
}
