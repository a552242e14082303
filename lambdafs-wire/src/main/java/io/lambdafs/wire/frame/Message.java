package io.lambdafs.wire.frame;

/** A whole request or response, and the call that it belongs to. */
public final class Message {
    private final long call;
    private final byte[] bytes;

    Message(long call, byte[] bytes) {
        this.call = call;
        this.bytes = bytes;
    }

    /** The number that the client gave to the call on this connection. */
    public long call() {
        return call;
    }

    /** The encoded envelope; not to be changed. */
    public byte[] bytes() {
        return bytes;
    }
}
