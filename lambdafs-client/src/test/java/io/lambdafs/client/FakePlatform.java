package io.lambdafs.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A function platform in this process: OpenWhisk's answers around a handler, with faults queued by the test. */
final class FakePlatform implements AutoCloseable {
    static final String KEY = "uuid:secret-key";

    private static final Pattern REQUEST = Pattern.compile("\"request\":\"([^\"]*)\"");
    private static final Pattern INVOCATION = Pattern.compile(".*/actions/(namenode\\d+)");

    /** What to answer instead of invoking the function. */
    interface Fault {
        /** Answers, and says whether the exchange is dealt with. */
        boolean answer(HttpExchange exchange, RequestEnvelope request) throws IOException;
    }

    private final HttpServer server;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final int deployments;
    private final Function<RequestEnvelope, ResponseEnvelope> handler;
    private final Deque<Fault> faults = new ConcurrentLinkedDeque<>();
    private final List<RequestEnvelope> requests = new CopyOnWriteArrayList<>();
    private final List<String> functions = new CopyOnWriteArrayList<>();
    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final AtomicInteger exchanges = new AtomicInteger();
    private volatile String activationResult = "";

    FakePlatform(int deployments, Function<RequestEnvelope, ResponseEnvelope> handler) {
        this.deployments = deployments;
        this.handler = handler;
        // Without it the JDK's server delays every second packet by 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(executor);
        server.createContext("/", this::serve);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The next invocation meets this. */
    void next(Fault fault) {
        faults.add(fault);
    }

    /** The next invocation is answered so, without the function. */
    void nextAnswers(int status, String body) {
        next((exchange, request) -> {
            reply(exchange, status, body);
            return true;
        });
    }

    void activationResult(ResponseEnvelope response) {
        activationResult = "{\"result\":" + result(response) + ",\"status\":\"success\",\"success\":true}";
    }

    /** How many HTTP requests of whatever kind there were. */
    int exchanges() {
        return exchanges.get();
    }

    List<RequestEnvelope> requests() {
        return requests;
    }

    /** The functions invoked, in order. */
    List<String> functions() {
        return functions;
    }

    /** The parameters of the invocations. */
    List<String> bodies() {
        return bodies;
    }

    /** Blocks until the platform ends. */
    void awaitClose() {
        try {
            closed.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        executor.shutdownNow();
    }

    static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private void serve(HttpExchange exchange) throws IOException {
        exchanges.incrementAndGet();
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().getPath();
            String expected = "Basic " + Base64.getEncoder().encodeToString(KEY.getBytes(StandardCharsets.UTF_8));
            if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                reply(exchange, 401, "{\"error\":\"The supplied authentication is invalid\",\"code\":\"x\"}");
            } else if (path.endsWith("/actions")) {
                reply(exchange, 200, actionList());
            } else if (path.endsWith("/result")) {
                replyActivation(exchange);
            } else {
                invoke(exchange, path, body);
            }
        }
    }

    private void replyActivation(HttpExchange exchange) throws IOException {
        if (activationResult.isEmpty()) {
            reply(exchange, 404, "{\"error\":\"The requested resource does not exist.\",\"code\":\"x\"}");
        } else {
            reply(exchange, 200, activationResult);
        }
    }

    private void invoke(HttpExchange exchange, String path, String body) throws IOException {
        Matcher invocation = INVOCATION.matcher(path);
        Matcher request = REQUEST.matcher(body);
        if (!invocation.matches() || !request.find()) {
            reply(exchange, 404, "{\"error\":\"The requested resource does not exist.\",\"code\":\"x\"}");
            return;
        }
        RequestEnvelope envelope = decode(request.group(1));
        functions.add(invocation.group(1));
        requests.add(envelope);
        bodies.add(body);
        Fault fault = faults.poll();
        if (fault == null || !fault.answer(exchange, envelope)) {
            reply(exchange, 200, result(handler.apply(envelope)));
        }
    }

    private static RequestEnvelope decode(String base64) throws IOException {
        try {
            return RequestEnvelope.decode(Base64.getDecoder().decode(base64));
        } catch (io.lambdafs.wire.MalformedEnvelopeException e) {
            throw new IOException(e);
        }
    }

    static String result(ResponseEnvelope response) {
        return "{\"response\":\"" + Base64.getEncoder().encodeToString(response.encode()) + "\"}";
    }

    private String actionList() {
        StringBuilder list = new StringBuilder("[{\"name\":\"hello\",\"exec\":{\"name\":\"not this\"}}");
        for (int i = 0; i < deployments; i++) {
            list.append(",{\"annotations\":[],\"name\":\"namenode").append(i).append("\"}");
        }
        return list.append(']').toString();
    }
}
