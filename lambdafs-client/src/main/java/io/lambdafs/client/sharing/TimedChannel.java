package io.lambdafs.client.sharing;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** A connection of which each transfer ends at a given time: a peer that is frozen must hold nobody up. For one thread. */
final class TimedChannel implements Closeable {
    private final SocketChannel channel;
    private final Selector selector;
    private final SelectionKey key;
    private final LongSupplier nanoTime;

    private TimedChannel(SocketChannel channel, LongSupplier nanoTime) throws IOException {
        this.channel = channel;
        this.nanoTime = nanoTime;
        this.selector = Selector.open();
        channel.configureBlocking(false);
        this.key = channel.register(selector, 0);
    }

    /** Connects; to an address of this machine that is at once or never. */
    static TimedChannel connect(InetSocketAddress address, LongSupplier nanoTime, long deadline) throws IOException {
        TimedChannel opened = of(SocketChannel.open(), nanoTime);
        try {
            boolean connected = opened.channel.connect(address);
            while (!connected) {
                opened.await(SelectionKey.OP_CONNECT, deadline);
                connected = opened.channel.finishConnect();
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** A connection that is open already. Closes it if that fails. */
    static TimedChannel of(SocketChannel channel, LongSupplier nanoTime) throws IOException {
        try {
            return new TimedChannel(channel, nanoTime);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Sends all of it.
     *
     * @throws SocketTimeoutException if the peer has not taken it by then
     */
    void write(ByteBuffer bytes, long deadline) throws IOException {
        while (bytes.hasRemaining()) {
            if (channel.write(bytes) == 0) {
                await(SelectionKey.OP_WRITE, deadline);
            }
        }
    }

    /**
     * Reads so many bytes.
     *
     * @return them, ready to be read
     * @throws SocketTimeoutException if they are not there by then
     * @throws EOFException if the peer has closed the connection
     */
    ByteBuffer read(int length, long deadline) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            int read = channel.read(bytes);
            if (read < 0) {
                throw new EOFException("the other process closed the connection");
            }
            if (read == 0) {
                await(SelectionKey.OP_READ, deadline);
            }
        }
        bytes.flip();
        return bytes;
    }

    /** Reads a byte string after its length, which is at most this. */
    byte[] readBytes(int most, long deadline) throws IOException {
        int length = read(Integer.BYTES, deadline).getInt();
        if (length < 0 || length > most) {
            throw new IOException("a length of " + length + " bytes is outside 0.." + most);
        }
        return read(length, deadline).array();
    }

    private void await(int operation, long deadline) throws IOException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - nanoTime.getAsLong());
        if (left <= 0) {
            throw new SocketTimeoutException("the other process did not answer in time");
        }
        key.interestOps(operation);
        selector.select(left);
        selector.selectedKeys().clear();
    }

    @Override
    public void close() {
        try {
            channel.close();
            selector.close();
        } catch (IOException e) {
            // Nothing is left that could be closed.
            return;
        }
    }
}
