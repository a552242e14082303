package io.lambdafs.wire.decoupling;

import io.lambdafs.wire.MalformedEnvelopeException;

/** For how long a subtree is held, by the store's clock, in milliseconds since the epoch. Immutable. */
public final class DecouplingTerm {
    private final long sinceMillis;
    private final long expiresMillis;

    public DecouplingTerm(long sinceMillis, long expiresMillis) {
        this.sinceMillis = sinceMillis;
        this.expiresMillis = expiresMillis;
    }

    public long sinceMillis() {
        return sinceMillis;
    }

    public long expiresMillis() {
        return expiresMillis;
    }

    /** The message as bytes. */
    public byte[] encode() {
        return Fields.write(out -> {
            out.writeLong(sinceMillis);
            out.writeLong(expiresMillis);
        });
    }

    /**
     * Reads {@link #encode}'s bytes.
     *
     * @throws MalformedEnvelopeException if they are none
     */
    public static DecouplingTerm decode(byte[] bytes) throws MalformedEnvelopeException {
        return Fields.read(bytes, in -> new DecouplingTerm(in.readLong(), in.readLong()));
    }
}
