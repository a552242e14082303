package io.lambdafs.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.system.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** A collector that takes OTLP over HTTP and keeps what it gets. */
final class Collector implements AutoCloseable {
    private static final Duration BOUND = Duration.ofSeconds(60);
    private static final int OK = 200;

    private final HttpServer server;
    private final Queue<ReceivedSpan> spans = new ConcurrentLinkedQueue<>();

    private Collector(HttpServer server) {
        this.server = server;
    }

    /** Listens at this port of the loop-back address; 0 for any free one. */
    static Collector at(int port) throws IOException {
        Collector collector =
                new Collector(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0));
        collector.server.createContext("/v1/traces", collector::receive);
        collector.server.start();
        return collector;
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            spans.addAll(ReceivedSpan.parse(exchange.getRequestBody().readAllBytes()));
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(OK, -1);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    String address() {
        return "http://127.0.0.1:" + port();
    }

    /** The spans of one trace, as soon as it is as this says. */
    List<ReceivedSpan> trace(String what, Predicate<List<ReceivedSpan>> condition) throws Exception {
        Await.until(what, BOUND, () -> first(condition).isPresent());
        return first(condition).orElseThrow();
    }

    private Optional<List<ReceivedSpan>> first(Predicate<List<ReceivedSpan>> condition) {
        return spans.stream()
                .map(ReceivedSpan::trace)
                .distinct()
                .map(this::ofTrace)
                .filter(condition)
                .findFirst();
    }

    private List<ReceivedSpan> ofTrace(String trace) {
        return spans.stream().filter(span -> span.trace().equals(trace)).toList();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
