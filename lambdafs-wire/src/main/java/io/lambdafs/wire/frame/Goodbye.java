package io.lambdafs.wire.frame;

import java.nio.ByteBuffer;

/**
 * An instance's notice that it is about to close the connection, and is to be asked no more over it. For a little while it
 * answers what it has been asked; what is unanswered then is asked for elsewhere.
 */
public final class Goodbye implements Frame {
    static final byte TYPE = 19;

    @Override
    public void writeTo(ByteBuffer out) {
        out.put(TYPE);
    }
}
