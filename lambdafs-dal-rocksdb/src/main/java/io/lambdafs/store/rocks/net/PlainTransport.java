package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection without encryption. */
final class PlainTransport implements SocketTransport {
    private static final int MOST_DISCARDED = 4096;

    private final SocketChannel channel;

    PlainTransport(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public Waiting proceed() {
        return Waiting.NOTHING;
    }

    @Override
    public Runnable task() {
        throw new IllegalStateException("there is no handshake");
    }

    @Override
    public boolean hasRest() {
        return false;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        return channel.read(to);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return channel.write(from);
    }

    @Override
    public void endOutput() throws IOException {
        discardAndEnd(channel);
    }

    /** As {@link SocketTransport#endOutput}, for any socket. */
    static void discardAndEnd(SocketChannel channel) throws IOException {
        channel.read(ByteBuffer.allocate(MOST_DISCARDED));
        channel.shutdownOutput();
    }

    @Override
    public boolean isOpen() {
        return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
