package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** The server's side of one handshake. For one thread. */
final class ServerHandshake {
    /** How a TLS record of a handshake begins. */
    private static final byte TLS_HANDSHAKE = 0x16;

    private final Admission admission;
    private final SecureRandom random;
    private ByteBuffer expected = ByteBuffer.allocate(Handshake.HELLO_BYTES).limit(Handshake.HEAD_BYTES);
    private @Nullable Handshake handshake;
    private ClientRole role = ClientRole.OWNER;

    ServerHandshake(Admission admission, SecureRandom random) {
        this.admission = admission;
        this.random = random;
    }

    /**
     * Reads what has come, and answers it.
     *
     * @return whether the client has proved itself, and {@link #accept} may be called
     * @throws IOException if the connection is to be closed; the message says why
     */
    boolean isProvenBy(SocketTransport channel) throws IOException {
        while (channel.read(expected) >= 0) {
            if (expected.hasRemaining()) {
                if (channel.hasRest()) {
                    continue;
                }
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

    /** What the client may do that has proved itself. */
    ClientRole role() {
        return role;
    }

    private void greet(SocketTransport channel) throws IOException {
        if (expected.limit() == Handshake.HEAD_BYTES) {
            requireVersion(channel);
            expected.limit(Handshake.HELLO_BYTES);
            return;
        }
        Secret secret = secretOfRole(channel);
        byte[] nonce = new byte[Handshake.NONCE_BYTES];
        random.nextBytes(nonce);
        Handshake begun = new Handshake(role, secret, Handshake.nonce(expected), nonce);
        send(channel, begun.welcome());
        handshake = begun;
        expected = ByteBuffer.allocate(Handshake.PROOF_BYTES);
    }

    private Secret secretOfRole(SocketTransport channel) throws IOException {
        int number = Handshake.status(expected);
        ClientRole asked = ClientRole.numbered(number).orElse(null);
        Secret secret = asked == null ? null : admission.secrets().get(asked);
        if (asked == null || secret == null) {
            refuse(channel, Handshake.UNKNOWN_ROLE);
            throw new IOException("its client asked for the role " + (asked == null ? "number " + number : asked.text())
                    + ", for which this engine has no secret");
        }
        role = asked;
        return secret;
    }

    private void requireVersion(SocketTransport channel) throws IOException {
        if (expected.get(0) == TLS_HANDSHAKE) {
            refuse(channel, Handshake.WITHOUT_TLS);
            throw new IOException("its client speaks TLS, and this engine does not: start the engine with"
                    + " --certificate and --key, or give the client the URL rocks://HOST:PORT");
        }
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

    private void requireProof(SocketTransport channel, Handshake begun) throws IOException {
        if (!begun.isClientProof(expected.array())) {
            refuse(channel, Handshake.WRONG_SECRET);
            throw new IOException("its client does not know the secret");
        }
    }

    /** Tells a client that has proved itself that requests may follow. */
    static void accept(SocketTransport channel) throws IOException {
        send(channel, Handshake.head(Handshake.ACCEPTED));
    }

    /** Tells the client why it is not served. The channel is to be closed. */
    static void refuse(SocketTransport channel, int status) throws IOException {
        send(channel, Handshake.head(status));
        channel.endOutput();
    }

    private static void send(SocketTransport channel, byte[] message) throws IOException {
        // There is room: nothing else has been sent.
        if (channel.write(ByteBuffer.wrap(message)) < message.length) {
            throw new IOException("its socket has no room for the handshake");
        }
    }
}
