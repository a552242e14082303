package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** The server's side of one handshake. For one thread. */
final class ServerHandshake {
    private static final int MOST_DISCARDED = 4096;

    private final Secret secret;
    private final SecureRandom random;
    private ByteBuffer expected = ByteBuffer.allocate(Handshake.HELLO_BYTES).limit(Handshake.HEAD_BYTES);
    private @Nullable Handshake handshake;

    ServerHandshake(Secret secret, SecureRandom random) {
        this.secret = secret;
        this.random = random;
    }

    /**
     * Reads what has come, and answers it.
     *
     * @return whether the client has proved itself, and {@link #accept} may be called
     * @throws IOException if the connection is to be closed; the message says why
     */
    boolean isProvenBy(SocketChannel channel) throws IOException {
        while (channel.read(expected) >= 0) {
            if (expected.hasRemaining()) {
                return false;
            }
            if (handshake != null) {
                requireProof(channel, handshake);
                return true;
            }
            greet(channel);
        }
        throw new IOException("it was closed before it had shown that it knows the secret");
    }

    private void greet(SocketChannel channel) throws IOException {
        if (expected.limit() == Handshake.HEAD_BYTES) {
            requireVersion(channel);
            expected.limit(Handshake.HELLO_BYTES);
            return;
        }
        byte[] nonce = new byte[Handshake.NONCE_BYTES];
        random.nextBytes(nonce);
        Handshake begun = new Handshake(secret, Handshake.nonce(expected), nonce);
        send(channel, begun.welcome());
        handshake = begun;
        expected = ByteBuffer.allocate(Handshake.PROOF_BYTES);
    }

    private void requireVersion(SocketChannel channel) throws IOException {
        if (!Handshake.isOurs(expected)) {
            throw new IOException("it does not speak this protocol");
        }
        if (Handshake.version(expected) != Handshake.VERSION) {
            refuse(channel, Handshake.OTHER_VERSION);
            throw new IOException("its client speaks version " + Handshake.version(expected)
                    + " of the protocol and this engine version " + Handshake.VERSION
                    + "; use the same release for both");
        }
    }

    private void requireProof(SocketChannel channel, Handshake begun) throws IOException {
        if (!begun.isClientProof(expected.array())) {
            refuse(channel, Handshake.WRONG_SECRET);
            throw new IOException("its client does not know the secret");
        }
    }

    /** Tells a client that has proved itself that requests may follow. */
    static void accept(SocketChannel channel) throws IOException {
        send(channel, Handshake.head(Handshake.ACCEPTED));
    }

    /** Tells the client why it is not served. The channel is to be closed. */
    static void refuse(SocketChannel channel, int status) throws IOException {
        send(channel, Handshake.head(status));
        // TCP drops what was sent when a socket is closed that has something to read.
        channel.read(ByteBuffer.allocate(MOST_DISCARDED));
        channel.shutdownOutput();
    }

    private static void send(SocketChannel channel, byte[] message) throws IOException {
        // There is room: nothing else has been sent.
        if (channel.write(ByteBuffer.wrap(message)) < message.length) {
            throw new IOException("its socket has no room for the handshake");
        }
    }
}
