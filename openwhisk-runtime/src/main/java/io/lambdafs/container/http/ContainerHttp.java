package io.lambdafs.container.http;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.container.JsonCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The HTTP server of a container, without a protocol: bounded threads, bounded messages, callers that do not get anywhere are
 * disconnected, and every reply has its length in the header. Thread-safe.
 */
public final class ContainerHttp {
    private static final int POLL_MILLIS = 10;
    private static final int MAX_WAITING = 1024;
    private static final int MAX_DRAINED_BYTES = 8 << 20;
    private static final int IDLE_THREAD_SECONDS = 60;

    private final JsonCodec codec = new JsonCodec();
    private final int maxBodyBytes;
    private final ThreadPoolExecutor threads;
    private final SlowReads slow;
    private final HttpServer server;

    /**
     * Where a container listens and what it bears.
     *
     * @param port 0 for any free one
     * @param threads requests that are served at once; up to 1024 more wait for a thread
     * @param maxBodyBytes the largest message that is read
     * @param limits how long a caller may take to send a request
     */
    public record Settings(String host, int port, int threads, int maxBodyBytes, RequestReads.Limits limits) {
        public Settings {
            requireNonNull(host, "host");
            requireNonNull(limits, "limits");
        }
    }

    /**
     * Binds the port. Nothing is accepted before {@link #start}.
     *
     * @throws IOException if the port is taken, or the address is not this machine's
     */
    public ContainerHttp(Settings settings) throws IOException {
        maxBodyBytes = settings.maxBodyBytes();
        threads = new ThreadPoolExecutor(
                settings.threads(),
                settings.threads(),
                IDLE_THREAD_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING));
        threads.allowCoreThreadTimeOut(true);
        // Header and body leave in two writes: with Nagle's algorithm the second waits 40 ms for the peer's ACK.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(settings.host(), settings.port()), MAX_WAITING);
        slow = new SlowReads(threads, settings.limits());
        server.setExecutor(slow.reads());
    }

    /** Serves this path and those below it. */
    public void handle(String path, HttpHandler handler) {
        server.createContext(path, handler);
    }

    /** Begins to accept connections. */
    public void start() {
        slow.start();
        server.start();
    }

    /** The port listened on, also where the settings left the choice open with 0. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** The caller of the request that this thread serves has proven who it is: it may take longer for its body. */
    public void proven() {
        slow.reads().proven();
    }

    /**
     * Reads the body. From then on the thread is the request's, and is not interrupted.
     *
     * @return empty if it is larger than allowed; the caller of the request can then be answered
     */
    public Optional<byte[]> read(HttpExchange exchange) throws IOException {
        InputStream in = exchange.getRequestBody();
        byte[] body = in.readNBytes(maxBodyBytes + 1);
        if (body.length > maxBodyBytes) {
            drain(exchange);
            return Optional.empty();
        }
        slow.reads().complete();
        return Optional.of(body);
    }

    /** The answer to a message that is too large. */
    public HttpReply tooLarge() {
        return HttpReply.error(413, "The message is larger than " + maxBodyBytes + " bytes.");
    }

    /** Reads what a refused caller is still sending: it would see a broken connection instead of the answer. */
    public static void drain(HttpExchange exchange) throws IOException {
        InputStream in = exchange.getRequestBody();
        byte[] ignored = new byte[8 * 1024];
        int left = MAX_DRAINED_BYTES;
        for (int count = in.read(ignored); count > 0 && left > 0; count = in.read(ignored)) {
            left -= count;
        }
    }

    /** Sends a reply. */
    public void send(HttpExchange exchange, HttpReply reply) throws IOException {
        byte[] body = codec.write(reply.body());
        if (body.length > maxBodyBytes) {
            // OpenWhisk's own words, by which callers know that asking again is for nothing.
            body = codec.write(HttpReply.error(
                            HttpReply.OK,
                            "The action produced a response that exceeded the allowed length: " + body.length + " > "
                                    + maxBodyBytes + " bytes.")
                    .body());
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        reply.headers().forEach(exchange.getResponseHeaders()::set);
        exchange.sendResponseHeaders(reply.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Sends metrics. */
    public void sendMetrics(HttpExchange exchange, String contentType, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", contentType);
        // No length means chunks, which the platform does not read.
        exchange.sendResponseHeaders(HttpReply.OK, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    /** Waits until no request is served, for at most so long; whether that came true. */
    public boolean awaitIdle(long millis) {
        // HttpServer.stop with a delay would wait all of it even if nothing runs.
        for (long waited = 0; waited < millis && threads.getActiveCount() > 0; waited += POLL_MILLIS) {
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return threads.getActiveCount() == 0;
    }

    /** Stops listening and breaks what is under way. */
    public void stop() {
        server.stop(0);
        threads.shutdown();
        slow.close();
    }
}
