package io.lambdafs.store.rocks.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A socket by which a test speaks, or misspeaks, the protocol byte by byte. Reading and writing wait. */
final class RawConnection implements AutoCloseable {
    static final byte[] NONCE = new byte[Handshake.NONCE_BYTES];

    private final SocketChannel channel;

    private RawConnection(SocketChannel channel) {
        this.channel = channel;
    }

    /** A connection to a server, without a handshake. */
    static RawConnection to(EngineServer server) throws IOException {
        SocketChannel channel = SocketChannel.open(server.address().family());
        channel.connect(server.address().resolve());
        return new RawConnection(channel);
    }

    /** A connection that a server of a test has accepted. */
    static RawConnection of(SocketChannel channel) {
        return new RawConnection(channel);
    }

    /** A connection to a server after the handshake. */
    static RawConnection proven(EngineServer server) throws IOException {
        RawConnection connection = to(server);
        ByteBuffer welcome = connection.greet(NONCE);
        connection.write(handshake(NONCE, welcome).clientProof());
        ByteBuffer end = connection.read(Handshake.HEAD_BYTES);
        if (Handshake.status(end) != Handshake.ACCEPTED) {
            throw new IOException("the server refused with status " + Handshake.status(end));
        }
        return connection;
    }

    /** Sends the first message and returns the server's. */
    ByteBuffer greet(byte[] nonce) throws IOException {
        write(Handshake.hello(ClientRole.OWNER, nonce));
        return read(Handshake.WELCOME_BYTES);
    }

    static Handshake handshake(byte[] nonce, ByteBuffer welcome) {
        return new Handshake(ClientRole.OWNER, NetFixture.SECRET, nonce, Handshake.nonce(welcome));
    }

    void write(byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    ByteBuffer read(int count) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the other end closed the connection after " + buffer.position() + " bytes");
            }
        }
        return buffer.flip();
    }

    /** How many bytes have come, without waiting for any; they are dropped. */
    int readNow() {
        try {
            channel.configureBlocking(false);
            int count = channel.read(ByteBuffer.allocate(4096));
            channel.configureBlocking(true);
            return count;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The payload of the next frame. */
    byte[] readFrame() throws IOException {
        int length = read(Frames.LENGTH_BYTES).getInt();
        ByteBuffer rest = read(length);
        return NetFixture.bytes(rest.position(Frames.HEADER_BYTES - Frames.LENGTH_BYTES));
    }

    /** Whether the other end has closed, after whatever it had sent. */
    boolean isClosedByTheOther() {
        ByteBuffer rest = ByteBuffer.allocate(4096);
        try {
            while (channel.read(rest) >= 0) {
                rest.clear();
            }
            return true;
        } catch (IOException e) {
            // TCP says so if it had something to read.
            return true;
        }
    }

    static byte[] frame(byte kind, long number, byte[] payload) {
        return ByteBuffer.allocate(Frames.HEADER_BYTES + payload.length)
                .putInt(Frames.HEADER_BYTES - Frames.LENGTH_BYTES + payload.length)
                .put(kind)
                .putLong(number)
                .put(payload)
                .array();
    }

    static byte[] request(long number, String payload) {
        return frame(Frames.REQUEST, number, NetFixture.bytes(payload));
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
