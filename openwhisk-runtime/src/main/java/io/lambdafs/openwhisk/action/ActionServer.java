package io.lambdafs.openwhisk.action;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The HTTP server of a function instance, as OpenWhisk expects it in a container: {@code POST /init} once, then
 * {@code POST /run}, several at once, every reply with its length in the header.
 */
public final class ActionServer implements AutoCloseable {
    private static final int POLL_MILLIS = 10;
    private static final int MAX_WAITING = 1024;
    private static final int MAX_DRAINED_BYTES = 8 << 20;
    private static final int IDLE_THREAD_SECONDS = 60;

    private final ActionServerConfig config;
    private final ActionEndpoints endpoints;
    private final ActionLifecycle lifecycle = new ActionLifecycle();
    private final JsonCodec codec = new JsonCodec();
    private final ThreadPoolExecutor threads;
    private final SlowReads slow;
    private final HttpServer server;

    private ActionServer(ActionServerConfig config, ActionHandler handler, PrintStream out, PrintStream err)
            throws IOException {
        this.config = config;
        LogSentinel sentinel = new LogSentinel(out, err, config.sentinels());
        endpoints = new ActionEndpoints(handler, lifecycle, codec, config.secret(), sentinel);
        threads = new ThreadPoolExecutor(
                config.maxConcurrent(),
                config.maxConcurrent(),
                IDLE_THREAD_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MAX_WAITING));
        threads.allowCoreThreadTimeOut(true);
        // Header and body leave in two writes: with Nagle's algorithm the second waits 40 ms for the peer's ACK.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(config.host(), config.port()), MAX_WAITING);
        slow = new SlowReads(threads, config.secret().limits());
        server.setExecutor(slow.reads());
        server.createContext("/init", exchange -> serve(exchange, endpoints::init));
        server.createContext("/run", exchange -> {
            // A stranger's call is no activation: whoever collects the log must not find an end of one.
            if (!serve(exchange, endpoints::run).isToAStranger()) {
                endpoints.afterRun();
            }
        });
    }

    /** Starts listening; the log sentinels go to {@code out} and {@code err}. */
    public static ActionServer start(ActionServerConfig config, ActionHandler handler, PrintStream out, PrintStream err)
            throws IOException {
        ActionServer server = new ActionServer(config, handler, out, err);
        server.slow.start();
        server.server.start();
        return server;
    }

    /** The port listened on, also where the configuration left the choice open with 0. */
    public int port() {
        return server.getAddress().getPort();
    }

    /** Answers 503 from now on, which makes OpenWhisk use another container; running activations go on. */
    public void refuseNewActivations() {
        lifecycle.close();
    }

    /** Refuses new activations, gives running ones {@code graceSeconds} to end, and stops listening. */
    public void close(int graceSeconds) {
        refuseNewActivations();
        awaitIdle(graceSeconds);
        server.stop(0);
        threads.shutdown();
        slow.close();
    }

    private void awaitIdle(int graceSeconds) {
        // HttpServer.stop with a delay would wait all of it even if nothing runs.
        for (int i = 0; i < graceSeconds * 1000 / POLL_MILLIS && threads.getActiveCount() > 0; i++) {
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public void close() {
        close(0);
    }

    private Reply serve(HttpExchange exchange, Function<byte[], Reply> endpoint) throws IOException {
        try (exchange) {
            Reply reply = reply(exchange, endpoint);
            send(exchange, reply);
            return reply;
        }
    }

    private Reply reply(HttpExchange exchange, Function<byte[], Reply> endpoint) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            return Reply.error(405, "Only POST is allowed here.");
        }
        InputStream in = exchange.getRequestBody();
        if (!config.secret().isNamedBy(exchange.getRequestHeaders().getFirst(InstanceSecret.HEADER))) {
            drain(in);
            return Reply.error(ActionServerConfig.MISDIRECTED, "The call does not name this instance.");
        }
        if (config.secret().isInHead()) {
            slow.reads().proven();
        }
        byte[] body = in.readNBytes(config.maxBodyBytes() + 1);
        if (body.length > config.maxBodyBytes()) {
            drain(in);
            return Reply.error(413, "The message is larger than " + config.maxBodyBytes() + " bytes.");
        }
        // From here on the thread is the action's, and is not interrupted.
        slow.reads().complete();
        return endpoint.apply(body);
    }

    /** A caller that is still sending would see a broken connection instead of the answer. */
    private static void drain(InputStream in) throws IOException {
        byte[] ignored = new byte[8 * 1024];
        int left = MAX_DRAINED_BYTES;
        for (int count = in.read(ignored); count > 0 && left > 0; count = in.read(ignored)) {
            left -= count;
        }
    }

    private void send(HttpExchange exchange, Reply reply) throws IOException {
        byte[] body = codec.write(reply.body());
        if (body.length > config.maxBodyBytes()) {
            send(exchange, new Reply(200, tooLarge(body.length)));
            return;
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(reply.status(), body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private JsonObject tooLarge(int length) {
        // OpenWhisk's own words, by which callers know that asking again is for nothing.
        return ActionResult.error("The action produced a response that exceeded the allowed length: " + length + " > "
                        + config.maxBodyBytes() + " bytes.")
                .value();
    }
}
