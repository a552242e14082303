package io.lambdafs.container.http;

import com.sun.net.httpserver.HttpExchange;
import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionServer;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonCodec;
import io.lambdafs.container.JsonObject;
import io.lambdafs.container.MalformedJsonException;
import io.lambdafs.container.Readiness;
import io.lambdafs.metrics.Exposition;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A function in a container that speaks plain HTTP, as Knative, Cloud Run, Nuclio and Kubernetes call it.
 * {@code POST /} is one invocation, many at once. {@code GET /healthz} and {@code GET /readyz} are probes, and
 * {@code GET /metrics} is for Prometheus. docs/platform-http.md is the contract.
 */
public final class PlainHttpServer implements FunctionServer {
    private static final int OK = 200;
    private static final int BAD_REQUEST = 400;
    private static final int UNAUTHORIZED = 401;
    private static final int NOT_FOUND = 404;
    private static final int NOT_ALLOWED = 405;
    private static final int FAILED = 500;
    private static final int UNAVAILABLE = 503;

    /** Threads for probes and refusals while all invocations are busy. */
    private static final int MORE_THREADS = 8;

    private static final String RETRY_AFTER = "Retry-After";

    /** Shorter than what a client waits, and longer than a start usually takes. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final FunctionHandler handler;
    private final PlainHttpConfig config;
    private final JsonCodec codec = new JsonCodec();
    private final Semaphore places;
    private final ContainerHttp http;
    private volatile boolean draining;

    private PlainHttpServer(PlainHttpConfig config, FunctionHandler handler) throws IOException {
        this.config = config;
        this.handler = handler;
        this.places = new Semaphore(config.concurrency());
        this.http = new ContainerHttp(new ContainerHttp.Settings(
                config.host(),
                config.port(),
                config.concurrency() + MORE_THREADS,
                PlainHttpConfig.MAX_BODY_BYTES,
                RequestReads.Limits.secretInHead()));
        http.handle("/", this::serve);
    }

    /**
     * Initialises the function and starts listening.
     *
     * @throws IOException if the port cannot be had
     * @throws Exception what the handler throws when it is initialised
     */
    public static PlainHttpServer start(PlainHttpConfig config, FunctionHandler handler) throws Exception {
        PlainHttpServer server = new PlainHttpServer(config, handler);
        handler.init(InitRequest.named(config.function()));
        server.http.start();
        return server;
    }

    /** The port listened on, also where the configuration left the choice open with 0. */
    public int port() {
        return http.port();
    }

    @Override
    @SuppressWarnings("unused") // what is under way longer than the grace is broken off
    public void drain(Duration grace) {
        draining = true;
        long begin = System.nanoTime();
        handler.retire(grace);
        boolean idle = http.awaitIdle(grace.toMillis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin));
    }

    @Override
    public void close() {
        draining = true;
        http.stop();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (exchange.getRequestURI().getPath().equals("/metrics") && isMetricsCall(exchange)) {
                Exposition metrics = Exposition.of(
                        handler.metrics(), exchange.getRequestHeaders().getFirst("Accept"));
                http.sendMetrics(exchange, metrics.contentType(), metrics.body());
            } else {
                http.send(exchange, reply(exchange));
            }
        }
    }

    private boolean isMetricsCall(HttpExchange exchange) {
        return exchange.getRequestMethod().equals("GET") && showsSecret(exchange);
    }

    private boolean showsSecret(HttpExchange exchange) {
        return config.secrets().areShownBy(exchange.getRequestHeaders().getFirst("Authorization"));
    }

    private HttpReply reply(HttpExchange exchange) throws IOException {
        String method = exchange.getRequestMethod();
        return switch (exchange.getRequestURI().getPath()) {
            case "/" -> method.equals("POST") ? authorized(exchange) : notAllowed(exchange, "POST");
            case "/metrics" -> method.equals("GET") ? unauthorized(exchange) : notAllowed(exchange, "GET");
            case "/healthz" -> method.equals("GET") ? new HttpReply(OK, JsonObject.EMPTY) : notAllowed(exchange, "GET");
            case "/readyz" -> method.equals("GET") ? ready() : notAllowed(exchange, "GET");
            default -> {
                ContainerHttp.drain(exchange);
                yield HttpReply.error(NOT_FOUND, "There is only POST / here, and GET /healthz, /readyz and /metrics.");
            }
        };
    }

    private static HttpReply notAllowed(HttpExchange exchange, String allowed) throws IOException {
        ContainerHttp.drain(exchange);
        return HttpReply.error(NOT_ALLOWED, "Only " + allowed + " is allowed here.")
                .with("Allow", allowed);
    }

    private HttpReply ready() {
        if (draining) {
            return HttpReply.error(UNAVAILABLE, "The instance is shutting down.");
        }
        Readiness readiness = handler.readiness();
        return readiness.state() == Readiness.State.READY
                ? new HttpReply(OK, JsonObject.EMPTY)
                : HttpReply.error(UNAVAILABLE, readiness.reason());
    }

    private HttpReply authorized(HttpExchange exchange) throws IOException {
        if (!showsSecret(exchange)) {
            return unauthorized(exchange);
        }
        http.proven();
        Optional<byte[]> body = http.read(exchange);
        return body.isEmpty() ? http.tooLarge() : admitted(body.get());
    }

    private static HttpReply unauthorized(HttpExchange exchange) throws IOException {
        ContainerHttp.drain(exchange);
        return HttpReply.error(
                        UNAUTHORIZED, "Show the secret of this function in the header \"Authorization: Bearer ...\".")
                .with("WWW-Authenticate", "Bearer");
    }

    private HttpReply admitted(byte[] body) {
        if (!places.tryAcquire()) {
            return later("1", "The instance serves " + config.concurrency() + " invocations already.");
        }
        try {
            // A request that sees no end yet is under way, and drain waits for it.
            return draining ? later("0", "The instance is shutting down.") : invoke(codec.read(body));
        } catch (MalformedJsonException e) {
            return HttpReply.error(BAD_REQUEST, "Malformed invocation: " + e.getMessage() + ".");
        } finally {
            places.release();
        }
    }

    private HttpReply invoke(JsonObject parameters) {
        Readiness readiness = started();
        if (readiness.state() == Readiness.State.STARTING) {
            return later("1", "The instance is starting: " + readiness.reason());
        }
        try {
            return new HttpReply(OK, handler.run(Invocation.of(parameters)).value());
        } catch (Exception | LinkageError e) {
            return HttpReply.error(FAILED, "The function failed: " + e);
        }
    }

    /** Gives an instance that starts a moment: its caller would wait for longer if it were refused. */
    private Readiness started() {
        Readiness readiness = handler.readiness();
        long begin = System.nanoTime();
        while (readiness.state() == Readiness.State.STARTING
                && !draining
                && System.nanoTime() - begin < PATIENCE.toNanos()) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            readiness = handler.readiness();
        }
        return readiness;
    }

    private static HttpReply later(String seconds, String reason) {
        return new HttpReply(UNAVAILABLE, new JsonObject(Map.of("error", reason)), Map.of(RETRY_AFTER, seconds));
    }
}
