package io.lambdafs.wire.frame;

import io.lambdafs.wire.MalformedEnvelopeException;
import java.nio.ByteBuffer;

/** The first frame over an encrypted connection: what the instance's {@link Hello} has to be made with. Used once. */
public final class Challenge implements Frame {
    /** How long the nonce is. */
    public static final int NONCE_BYTES = 32;

    static final byte TYPE = 22;

    private final byte[] nonce;

    /**
     * A challenge.
     *
     * @param nonce random, {@value #NONCE_BYTES} bytes
     */
    public Challenge(byte[] nonce) {
        this.nonce = nonce.clone();
        if (nonce.length != NONCE_BYTES) {
            throw new IllegalArgumentException("a nonce has " + NONCE_BYTES + " bytes, not " + nonce.length);
        }
    }

    public byte[] nonce() {
        return nonce.clone();
    }

    @Override
    public void writeTo(ByteBuffer out) {
        out.put(TYPE).put(nonce);
    }

    static Challenge read(ByteBuffer in) throws MalformedEnvelopeException {
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(nonce);
        return new Challenge(nonce);
    }
}
