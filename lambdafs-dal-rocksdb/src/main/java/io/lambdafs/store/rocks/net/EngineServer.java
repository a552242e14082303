package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A server to which clients of an engine connect. It has one thread, however many connections there are. Thread-safe.
 *
 * <p>No connection can harm another. Garbage, a wrong secret, a client that reads or sends too slowly, or a handler
 * that throws ends its own connection, with a line in the log.
 */
public final class EngineServer implements AutoCloseable {
    private static final long STOP_MILLIS = TimeUnit.SECONDS.toMillis(30);

    private final ListeningSocket socket;
    private final ServerLoop loop;
    private final Thread thread;

    private EngineServer(ListeningSocket socket, ServerLoop loop) {
        this.socket = socket;
        this.loop = loop;
        this.thread = new Thread(loop, "store-server");
        thread.setDaemon(true);
    }

    /**
     * Starts a server.
     *
     * @param address where to listen; a socket's file that a killed process has left is removed
     * @param admission which clients it lets in
     * @param log takes lines for the log, a few at a time; called by the server's thread
     * @param failed takes the cause if the server's thread ends though nobody has closed the server, which then serves
     *     nobody any more
     * @throws IOException with a sentence if nobody can listen there, such as another program doing so
     */
    public static EngineServer start(
            EngineAddress address,
            Admission admission,
            ServerLimits limits,
            ConnectionHandler.Factory handlers,
            Consumer<String> log,
            Consumer<String> failed)
            throws IOException {
        if (address.path().isPresent() && admission.tls().isPresent()) {
            throw new IOException("the engine was given a certificate, and listens on " + address
                    + ", which no other machine reaches: leave out the certificate, or listen on HOST:PORT");
        }
        ListeningSocket socket = ListeningSocket.bind(address);
        try {
            EngineServer server =
                    new EngineServer(socket, new ServerLoop(socket, admission, limits, handlers, log, failed));
            server.thread.start();
            return server;
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Where it listens, with the port that was chosen. */
    public EngineAddress address() {
        return socket.address();
    }

    /** Sends the answers that {@link AnswerTo#sendLater} has kept, of all connections. For any thread. */
    public void flush() {
        loop.flush();
    }

    /** Closes all connections and stops listening. */
    @Override
    public void close() throws IOException {
        loop.stop();
        try {
            thread.join(STOP_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        socket.close();
    }
}
