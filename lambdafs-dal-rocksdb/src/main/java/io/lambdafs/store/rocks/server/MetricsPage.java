package io.lambdafs.store.rocks.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.metrics.Exposition;
import java.io.IOException;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** {@code GET /metrics} by HTTP, for Prometheus. It tells numbers only, and so asks for no secret. */
final class MetricsPage implements AutoCloseable {
    private static final int THREADS = 2;
    private static final int BACKLOG = 16;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int UNAVAILABLE = 503;

    /** How long Java's server lets one request or answer take; otherwise slow clients would hold its threads. */
    private static final String LONGEST_REQUEST = "sun.net.httpserver.maxReqTime";

    private static final String LONGEST_ANSWER = "sun.net.httpserver.maxRspTime";
    private static final String SECONDS = "10";

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "metrics");
        thread.setDaemon(true);
        return thread;
    });
    private final EngineMetrics metrics;

    private MetricsPage(HttpServer server, EngineMetrics metrics) {
        this.server = server;
        this.metrics = metrics;
    }

    /** Serves at the first of these ports that it can have; 0 is any free one. Fails as {@link StartException} says. */
    static MetricsPage open(MetricsAddress address, EngineMetrics metrics) {
        System.setProperty(LONGEST_REQUEST, SECONDS);
        System.setProperty(LONGEST_ANSWER, SECONDS);
        MetricsPage page = new MetricsPage(listening(address), metrics);
        page.server.setExecutor(page.threads);
        page.server.createContext("/", page::answer);
        page.server.start();
        return page;
    }

    private static HttpServer listening(MetricsAddress address) {
        IOException refused = new BindException("no port was given");
        for (int port : address.ports()) {
            try {
                return HttpServer.create(new InetSocketAddress(address.host(), port), BACKLOG);
            } catch (IOException e) {
                refused = e;
            }
        }
        throw new StartException(
                "cannot listen at " + address.host() + ", port " + address.ports() + " (" + refused.getMessage()
                        + "): choose another port for --metrics",
                refused);
    }

    /** Where it listens. */
    String url() {
        InetSocketAddress address = server.getAddress();
        return "http://" + address.getHostString() + ":" + address.getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestURI().getPath().equals("/metrics")) {
                send(exchange, NOT_FOUND, "there is /metrics\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                send(exchange, METHOD_NOT_ALLOWED, "GET is what can be asked\n");
            } else {
                sendMetrics(exchange);
            }
        }
    }

    private void sendMetrics(HttpExchange exchange) throws IOException {
        String text;
        try {
            text = metrics.text();
        } catch (IOException e) {
            send(exchange, UNAVAILABLE, e.getMessage() + "\n");
            return;
        }
        Exposition shown = Exposition.of(text, exchange.getRequestHeaders().getFirst("Accept"));
        exchange.getResponseHeaders().set("Content-Type", shown.contentType());
        send(exchange, OK, shown.body());
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        send(exchange, status, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
