package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** How a journal is going to be merged. Immutable. */
public final class MergePlan {
    private final int slices;
    private final boolean atomic;

    public MergePlan(int slices, boolean atomic) {
        this.slices = slices;
        this.atomic = atomic;
    }

    /** How many slices there are to apply, in any order, before the merge is attached. */
    public int slices() {
        return slices;
    }

    /** Whether all becomes visible at one moment. */
    public boolean atomic() {
        return atomic;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            out.writeInt(slices);
            out.writeBoolean(atomic);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static MergePlan decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(bytes, in -> new MergePlan(in.readInt(), in.readBoolean()));
    }
}
