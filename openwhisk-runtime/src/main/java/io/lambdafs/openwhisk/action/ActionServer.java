package io.lambdafs.openwhisk.action;

import com.sun.net.httpserver.HttpExchange;
import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.FunctionServer;
import io.lambdafs.container.JsonCodec;
import io.lambdafs.container.http.ContainerHttp;
import io.lambdafs.container.http.HttpReply;
import io.lambdafs.metrics.MetricsText;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The HTTP server of a function instance, as OpenWhisk expects it in a container: {@code POST /init} once, then
 * {@code POST /run}, several at once, every reply with its length in the header.
 */
public final class ActionServer implements FunctionServer {
    private final ActionServerConfig config;
    private final FunctionHandler handler;
    private final ActionEndpoints endpoints;
    private final ActionLifecycle lifecycle = new ActionLifecycle();
    private final ContainerHttp http;

    private ActionServer(ActionServerConfig config, FunctionHandler handler, PrintStream out, PrintStream err)
            throws IOException {
        this.config = config;
        this.handler = handler;
        LogSentinel sentinel = new LogSentinel(out, err, config.sentinels());
        endpoints =
                new ActionEndpoints(handler, lifecycle, new JsonCodec(config.maxValues()), config.secret(), sentinel);
        http = new ContainerHttp(new ContainerHttp.Settings(
                config.host(),
                config.port(),
                config.maxConcurrent(),
                config.maxBodyBytes(),
                config.secret().limits()));
        http.handle("/init", exchange -> serve(exchange, endpoints::init));
        http.handle("/run", exchange -> {
            // A stranger's call is no activation: the reader that collects the log must not find an end of one.
            if (!ActionServerConfig.isToAStranger(serve(exchange, endpoints::run))) {
                endpoints.afterRun();
            }
        });
        http.handle("/metrics", this::serveMetrics);
    }

    /* For a platform that names the instance, with the buckets of native histograms: the platform leaves out what its own reader
     * does not want. OpenWhisk cannot send the name, and never asks. */
    private void serveMetrics(HttpExchange exchange) throws IOException {
        try (exchange) {
            ContainerHttp.drain(exchange);
            boolean named = config.secret().isInHead()
                    && config.secret().isNamedBy(exchange.getRequestHeaders().getFirst(InstanceSecret.HEADER));
            if (named && exchange.getRequestMethod().equals("GET")) {
                http.sendMetrics(
                        exchange, MetricsText.CONTENT_TYPE, handler.metrics().getBytes(StandardCharsets.UTF_8));
            } else {
                http.send(
                        exchange,
                        HttpReply.error(ActionServerConfig.MISDIRECTED, "The call does not name this instance."));
            }
        }
    }

    /** Starts listening; the log sentinels go to {@code out} and {@code err}. */
    public static ActionServer start(
            ActionServerConfig config, FunctionHandler handler, PrintStream out, PrintStream err) throws IOException {
        ActionServer server = new ActionServer(config, handler, out, err);
        server.http.start();
        return server;
    }

    /** The port listened on, also where the configuration left the choice open with 0. */
    public int port() {
        return http.port();
    }

    /** Answers 503 from now on, which makes OpenWhisk use another container; running activations go on. */
    public void refuseNewActivations() {
        lifecycle.close();
    }

    @Override
    @SuppressWarnings("unused") // what is under way longer than the grace is broken off
    public void drain(Duration grace) {
        refuseNewActivations();
        boolean idle = http.awaitIdle(grace.toMillis());
    }

    /** Refuses new activations, gives running ones {@code graceSeconds} to end, and stops listening. */
    public void close(int graceSeconds) {
        drain(Duration.ofSeconds(graceSeconds));
        http.stop();
    }

    @Override
    public void close() {
        close(0);
    }

    private HttpReply serve(HttpExchange exchange, Function<byte[], HttpReply> endpoint) throws IOException {
        try (exchange) {
            HttpReply reply = reply(exchange, endpoint);
            http.send(exchange, reply);
            return reply;
        }
    }

    private HttpReply reply(HttpExchange exchange, Function<byte[], HttpReply> endpoint) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            return HttpReply.error(405, "Only POST is allowed here.");
        }
        if (!config.secret().isNamedBy(exchange.getRequestHeaders().getFirst(InstanceSecret.HEADER))) {
            ContainerHttp.drain(exchange);
            return HttpReply.error(ActionServerConfig.MISDIRECTED, "The call does not name this instance.");
        }
        if (config.secret().equals(InstanceSecret.NONE) && WebPages.mayHaveSent(exchange.getRequestHeaders())) {
            ContainerHttp.drain(exchange);
            return HttpReply.error(ActionServerConfig.MISDIRECTED, "The call comes from a web page.");
        }
        if (config.secret().isInHead()) {
            http.proven();
        }
        Optional<byte[]> body = http.read(exchange);
        return body.isEmpty() ? http.tooLarge() : endpoint.apply(body.get());
    }
}
