package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** The interface of a platform as a small HTTP server, which also refuses, fails and breaks off on request. */
abstract class Emulator implements AutoCloseable {
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final ObjectMapper mapper = new ObjectMapper();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final Deque<Answer> faults = new ArrayDeque<>();
    private final HttpServer server;
    private volatile boolean refusesAccess;
    final FunctionDouble function = new FunctionDouble();

    /** A status of -1 breaks the answer off in its middle, one of -2 is text that is no JSON. */
    record Answer(int status, JsonNode body, Map<String, String> headers) {
        static Answer of(int status, JsonNode body) {
            return new Answer(status, body, Map.of());
        }

        static Answer error(int status, String field, String message) {
            return of(status, NODES.objectNode().put(field, message));
        }

        static Answer empty(int status) {
            return of(status, NODES.missingNode());
        }
    }

    /** A request as it came. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes of one message: read once, never compared
    record Asked(String method, String path, String query, Headers headers, byte[] bytes, JsonNode body) {
        boolean is(String wanted, String at) {
            return method.equals(wanted) && path.equals(at);
        }
    }

    Emulator() throws IOException {
        // Otherwise each answer waits for 40 ms, as Java's server sends it in two parts.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::serve);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Answers the next request with this status. */
    synchronized void failNext(int status, String retryAfter) {
        Map<String, String> headers = retryAfter.isEmpty() ? Map.of() : Map.of("Retry-After", retryAfter);
        faults.add(
                new Answer(status, NODES.objectNode().put("error", "injected").put("message", "injected"), headers));
    }

    /** Refuses all requests from now on, as ones whose proof is wrong. */
    void refuseAccess() {
        refusesAccess = true;
    }

    /** The changes that were asked for since this was asked last. */
    List<String> writes() {
        List<String> writes = requests.stream()
                .filter(request -> !request.startsWith("GET ") && !isInvocation(request))
                .toList();
        requests.clear();
        return writes;
    }

    private static boolean isInvocation(String request) {
        return request.contains("invocation") || request.contains("blocking=true") || request.startsWith("POST /call/");
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] bytes = exchange.getRequestBody().readAllBytes();
            String query = exchange.getRequestURI().getRawQuery();
            Asked asked = new Asked(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().getPath(),
                    query == null ? "" : query,
                    exchange.getRequestHeaders(),
                    bytes,
                    bytes.length == 0 ? NODES.missingNode() : mapper.readTree(bytes));
            requests.add(asked.method() + " " + asked.path() + (query == null ? "" : "?" + query));
            send(exchange, answer(asked));
        }
    }

    private synchronized Answer answer(Asked asked) {
        Answer fault = faults.poll();
        if (fault != null) {
            return fault;
        }
        return refusesAccess || !isAllowed(asked) ? refusal() : handle(asked);
    }

    private void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] bytes = answer.status() == -2
                ? "<html>".getBytes(java.nio.charset.StandardCharsets.UTF_8)
                : answer.body().isMissingNode() ? new byte[0] : mapper.writeValueAsBytes(answer.body());
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        boolean breaksOff = answer.status() == -1;
        exchange.sendResponseHeaders(
                answer.status() < 0 ? 200 : answer.status(),
                breaksOff ? bytes.length + 100 : bytes.length == 0 ? -1 : bytes.length);
        OutputStream out = exchange.getResponseBody();
        out.write(bytes);
        if (!breaksOff) {
            out.close();
        }
    }

    /** Whether the request proves who it is from. */
    abstract boolean isAllowed(Asked asked);

    /** What a request without proof is told. */
    abstract Answer refusal();

    /** Answers a request. */
    abstract Answer handle(Asked asked);

    /** Refuses fields that the platform's interface does not have. */
    static void requireKnown(JsonNode body, Set<String> known) {
        Set<String> unknown = new TreeSet<>();
        collect(body, "", unknown);
        unknown.removeIf(path -> known.stream()
                .anyMatch(pattern -> path.equals(pattern)
                        || (pattern.endsWith("*") && path.startsWith(pattern.substring(0, pattern.length() - 1)))));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("unknown fields " + unknown);
        }
    }

    private static void collect(JsonNode node, String at, Set<String> paths) {
        if (node.isObject()) {
            node.properties().forEach(field -> collect(field.getValue(), at + "/" + field.getKey(), paths));
        } else if (node.isArray()) {
            node.forEach(each -> collect(each, at, paths));
        } else {
            paths.add(at);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
