package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** What one request to discard a decoupled subtree came to. Immutable. */
public final class DiscardOutcome {
    private final boolean finished;

    /**
     * An outcome.
     *
     * @param finished whether all is removed; otherwise the next request goes on
     */
    public DiscardOutcome(boolean finished) {
        this.finished = finished;
    }

    public boolean finished() {
        return finished;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> out.writeBoolean(finished));
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static DiscardOutcome decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(bytes, in -> new DiscardOutcome(in.readBoolean()));
    }
}
