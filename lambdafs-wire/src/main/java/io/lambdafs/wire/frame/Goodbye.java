package io.lambdafs.wire.frame;

import java.nio.ByteBuffer;

/**
 * An instance's notice that it is about to close the connection: it answers what it has been asked and what is still on its
 * way, and is to be asked no more.
 */
public final class Goodbye implements Frame {
    static final byte TYPE = 19;

    @Override
    public void writeTo(ByteBuffer out) {
        out.put(TYPE);
    }
}
