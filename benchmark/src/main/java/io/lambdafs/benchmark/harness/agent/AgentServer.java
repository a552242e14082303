package io.lambdafs.benchmark.harness.agent;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Listens for somebody who has the token and commands clients here. There is one run at a time; a few connections more may be in their greeting.
 */
public final class AgentServer implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 8;
    private static final int ONCE_MILLIS = 120_000;

    private final ServerSocket server;
    private final Token token;
    private final Consumer<String> log;
    private final AtomicBoolean busy = new AtomicBoolean();
    private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);

    /**
     * Listens.
     *
     * @param log takes a line for people for each client that connects or leaves
     * @throws IOException if the address is taken; its message says what to do
     */
    public AgentServer(InetSocketAddress address, Token token, Consumer<String> log) throws IOException {
        this.token = token;
        this.log = log;
        this.server = new ServerSocket();
        try {
            server.bind(address);
        } catch (IOException e) {
            server.close();
            throw new IOException(
                    "cannot listen on " + address + " (" + e.getMessage() + "): choose another with --listen", e);
        }
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    /** Serves until it is closed. */
    public void serve() throws IOException {
        while (!server.isClosed()) {
            Socket socket = accept();
            if (socket == null) {
                return;
            }
            if (!connections.tryAcquire()) {
                socket.close();
                continue;
            }
            Thread thread = new Thread(
                    () -> {
                        try {
                            session(socket);
                        } finally {
                            connections.release();
                        }
                    },
                    "session");
            thread.setDaemon(true);
            thread.start();
        }
    }

    /**
     * Serves one run and returns.
     *
     * @throws IOException if nobody with the token comes within two minutes
     */
    public void serveOnce() throws IOException {
        server.setSoTimeout(ONCE_MILLIS);
        try {
            for (Socket socket = accept(); socket != null; socket = accept()) {
                if (session(socket)) {
                    return;
                }
            }
        } catch (SocketTimeoutException e) {
            throw new IOException("nobody came within " + ONCE_MILLIS / 1000 + " s", e);
        }
    }

    private @Nullable Socket accept() throws IOException {
        try {
            return server.accept();
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            if (server.isClosed()) {
                return null;
            }
            throw e;
        }
    }

    /** Whether a run began. */
    private boolean session(Socket socket) {
        boolean begun = false;
        String peer = String.valueOf(socket.getRemoteSocketAddress());
        try (AgentFrames frames = new AgentFrames(socket)) {
            String nonce = token.challenge(frames);
            if (!busy.compareAndSet(false, true)) {
                AgentSession.refuse(frames, "this agent is busy with another run: wait until it has ended");
                return false;
            }
            begun = true;
            try {
                token.confirm(frames, nonce);
                log.accept(peer + " begins a run");
                new AgentSession(frames).serve();
                log.accept(peer + " has ended its run");
                return begun;
            } finally {
                busy.set(false);
            }
        } catch (IOException e) {
            log.accept(peer + ": " + e.getMessage());
            return begun;
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
