package io.lambdafs.store.rocks.net;

import io.lambdafs.store.rocks.net.EngineCallException.Fate;
import io.lambdafs.wire.tls.TlsFailure;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** One attempt to connect to an engine: the socket and the client's side of the handshake. For one thread. */
final class Connecting {
    private static final int MOST_BUFFERS = 4;
    private static final int MOST_CAUSES = 20;

    private final EngineAddress address;
    private final EngineCredentials credentials;
    private final ClientBounds bounds;
    private final SecureRandom random;

    Connecting(EngineAddress address, EngineCredentials credentials, ClientBounds bounds, SecureRandom random) {
        this.address = address;
        this.credentials = credentials;
        this.bounds = bounds;
        this.random = random;
    }

    /**
     * Connects within a bound.
     *
     * @throws IOException if the engine cannot be reached, or does not answer; another attempt may succeed
     * @throws EngineCallException REFUSED
     */
    EngineConnection connect(long number, Patience patience) throws IOException {
        SocketChannel channel = SocketChannel.open(address.family());
        Selector selector = null;
        try {
            channel.configureBlocking(false);
            if (address.path().isEmpty()) {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            selector = channel.provider().openSelector();
            SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
            reach(channel, key, patience);
            key.interestOps(SelectionKey.OP_READ);
            SocketTransport transport = transport(channel);
            seal(transport, key, patience);
            shakeHands(transport, selector, patience);
            return new EngineConnection(transport, key, number, address.toString(), bounds);
        } catch (IOException | RuntimeException e) {
            channel.close();
            if (selector != null) {
                selector.close();
            }
            throw e;
        }
    }

    private void reach(SocketChannel channel, SelectionKey key, Patience patience) throws IOException {
        try {
            if (channel.connect(address.resolve())) {
                return;
            }
        } catch (UnresolvedAddressException e) {
            throw new UnknownHostException("the host of " + address + " is unknown");
        }
        while (!channel.finishConnect()) {
            await(key.selector(), patience);
        }
    }

    private SocketTransport transport(SocketChannel channel) {
        return credentials
                .tls()
                .<SocketTransport>map(tls ->
                        new SealedTransport(channel, tls.engine(address), new BufferPool(MOST_BUFFERS), new byte[0]))
                .orElseGet(() -> new PlainTransport(channel));
    }

    private void seal(SocketTransport transport, SelectionKey key, Patience patience) throws IOException {
        try {
            for (SocketTransport.Waiting waiting = transport.proceed();
                    waiting != SocketTransport.Waiting.NOTHING;
                    waiting = transport.proceed()) {
                if (waiting == SocketTransport.Waiting.TASK) {
                    transport.task().run();
                } else {
                    key.interestOps(
                            waiting == SocketTransport.Waiting.READ ? SelectionKey.OP_READ : SelectionKey.OP_WRITE);
                    await(key.selector(), patience);
                }
            }
            key.interestOps(SelectionKey.OP_READ);
        } catch (PlainPeerException e) {
            throw refused(
                    "does not speak TLS: start it with --certificate and --key, or use the URL rocks://HOST:PORT");
        } catch (SSLException e) {
            throw untrusted(e);
        }
    }

    private IOException untrusted(SSLException failure) {
        if (!TlsFailure.isLasting(failure)) {
            return new IOException("the TLS handshake failed: " + failure.getMessage(), failure);
        }
        throw refused(
                isOfCertificate(failure)
                        ? "is not trusted. "
                                + TlsFailure.explain(failure, address.toString())
                                        .orElse(String.valueOf(failure.getMessage()))
                        : "is something else than an engine, or does not speak TLS");
    }

    private static boolean isOfCertificate(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
            if (cause instanceof CertificateException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    private void shakeHands(SocketTransport channel, Selector selector, Patience patience) throws IOException {
        byte[] nonce = new byte[Handshake.NONCE_BYTES];
        random.nextBytes(nonce);
        send(channel, Handshake.hello(credentials.role(), nonce));
        ByteBuffer welcome = ByteBuffer.allocate(Handshake.WELCOME_BYTES);
        receive(channel, selector, welcome.limit(Handshake.HEAD_BYTES), patience);
        requireAccepted(welcome);
        receive(channel, selector, welcome.limit(Handshake.WELCOME_BYTES), patience);
        Handshake handshake = new Handshake(credentials.role(), credentials.secret(), nonce, Handshake.nonce(welcome));
        if (!handshake.isServerProof(Handshake.proof(welcome))) {
            throw refused("does not know this client's secret; give both the same one");
        }
        send(channel, handshake.clientProof());
        ByteBuffer end = ByteBuffer.allocate(Handshake.HEAD_BYTES);
        receive(channel, selector, end, patience);
        requireAccepted(end);
    }

    private void requireAccepted(ByteBuffer message) throws IOException {
        if (!Handshake.isOurs(message)) {
            throw refused("is something else than an engine");
        }
        if (Handshake.version(message) != Handshake.VERSION) {
            throw refused("speaks version " + Handshake.version(message) + " of the protocol and this client version "
                    + Handshake.VERSION + "; use the same release for both");
        }
        if (Handshake.status(message) == Handshake.FULL) {
            // Not for good: there is room as soon as another client has gone.
            throw new IOException("it has as many clients as it takes; stop some of them, or try again later");
        }
        String refusal = switch (Handshake.status(message)) {
            case Handshake.ACCEPTED -> "";
            case Handshake.WRONG_SECRET -> "says that this client does not know its secret; give both the same one";
            case Handshake.TLS_ONLY ->
                "takes clients with TLS only: use the URL rocks+tls://HOST:PORT?authorities=FILE, with the"
                        + " certificate of its authority in FILE";
            case Handshake.UNKNOWN_ROLE ->
                "has no clients of the role " + credentials.role().text()
                        + "; start it with the secret of this role, or connect without a user";
            default -> "refuses this client for a reason unknown to it: status " + Handshake.status(message);
        };
        if (!refusal.isEmpty()) {
            throw refused(refusal);
        }
    }

    private EngineCallException refused(String why) {
        return new EngineCallException(Fate.REFUSED, "the engine at " + address + " " + why);
    }

    private static void send(SocketTransport channel, byte[] message) throws IOException {
        // There is room: nothing else has been sent.
        if (channel.write(ByteBuffer.wrap(message)) < message.length) {
            throw new IOException("the socket has no room for the handshake");
        }
    }

    private static void receive(SocketTransport channel, Selector selector, ByteBuffer message, Patience patience)
            throws IOException {
        while (message.hasRemaining()) {
            if (channel.read(message) < 0) {
                throw new EOFException("it closed the connection during the handshake");
            }
            if (message.hasRemaining() && !channel.hasRest()) {
                await(selector, patience);
            }
        }
    }

    private static void await(Selector selector, Patience patience) throws IOException {
        selector.select(ready -> {}, Math.max(1, TimeUnit.NANOSECONDS.toMillis(patience.slice())));
        if (Thread.currentThread().isInterrupted()) {
            throw new EngineCallException(Fate.NEVER_SENT, "interrupted while connecting to the engine");
        }
        if (!patience.isLeft()) {
            throw new IOException("it does not answer");
        }
    }
}
