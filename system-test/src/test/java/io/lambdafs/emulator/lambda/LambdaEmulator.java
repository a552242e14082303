package io.lambdafs.emulator.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.client.platform.aws.AwsCredentials;
import io.lambdafs.client.platform.aws.AwsSignature;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The Invoke API: {@code POST /2015-03-31/functions/NAME/invocations} with a signature of version 4. As on Lambda, a sandbox has one
 * invocation at a time, one more starts when all are busy, up to the concurrency of the account (then 429), and each is frozen
 * between two invocations.
 */
public final class LambdaEmulator {
    /** The access key that is accepted. */
    public static final AwsCredentials KEY = new AwsCredentials("AKIDEMULATOR", "the-emulators-secret", null);

    /** The access key that has expired. */
    public static final String EXPIRED = "AKIDEXPIRED";

    private static final String REGION = "eu-central-1";
    private static final int MAX_EVENT_BYTES = 6 * 1024 * 1024;
    private static final int BOUND_SECONDS = 60;
    private static final Pattern PATH = Pattern.compile("/2015-03-31/functions/([\\w-]+)/invocations");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Function function;
    private final int concurrency;
    private final List<String> names;
    private final Map<String, List<Sandbox>> idle = new HashMap<>();
    private final List<Sandbox> all = new ArrayList<>();
    private final AtomicInteger throttled = new AtomicInteger();
    private final AtomicInteger invocations = new AtomicInteger();
    private final AwsSignature signature = new AwsSignature(REGION, "lambda");
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private int busy;

    /** Starts the process of a sandbox. */
    @FunctionalInterface
    public interface Function {
        /** Returns at once. */
        Process start(String name, Map<String, String> environment) throws IOException;
    }

    private record Refusal(int status, String type, String message) {}

    /** Lambda with functions of these names. */
    public LambdaEmulator(List<String> names, Function function, int concurrency) throws IOException {
        this.names = List.copyOf(names);
        this.function = function;
        this.concurrency = concurrency;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** Where the Invoke API is. */
    public String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** How many sandboxes were started. */
    public synchronized int sandboxes() {
        return all.size();
    }

    /** How many invocations were answered by functions. */
    public int invocations() {
        return invocations.get();
    }

    /** How many invocations were refused because too many were under way. */
    public int throttled() {
        return throttled.get();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Matcher path = PATH.matcher(exchange.getRequestURI().getPath());
            Refusal refusal = refusal(exchange, path, body);
            if (refusal != null) {
                refuse(exchange, refusal);
                return;
            }
            invoke(exchange, path.group(1), body);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(e);
        }
    }

    private @Nullable Refusal refusal(HttpExchange exchange, Matcher path, byte[] body) {
        String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        if (authorization.contains("Credential=" + EXPIRED + "/")) {
            return new Refusal(403, "ExpiredTokenException", "The security token included in the request is expired");
        }
        if (!authorization.equals(expected(exchange, body))) {
            return new Refusal(403, "InvalidSignatureException", "The request signature does not match");
        }
        if (!path.matches() || !names.contains(path.group(1))) {
            return new Refusal(404, "ResourceNotFoundException", "Function not found");
        }
        return body.length > MAX_EVENT_BYTES
                ? new Refusal(413, "RequestTooLargeException", "Request must be smaller than 6291456 bytes")
                : null;
    }

    private String expected(HttpExchange exchange, byte[] body) {
        String time = exchange.getRequestHeaders().getFirst("X-Amz-Date");
        String type = exchange.getRequestHeaders().getFirst("X-Amz-Invocation-Type");
        if (time == null || type == null) {
            return "a signature";
        }
        return String.valueOf(signature
                .sign(
                        "POST",
                        URI.create(
                                "http://" + exchange.getRequestHeaders().getFirst("Host") + exchange.getRequestURI()),
                        Map.of("x-amz-invocation-type", type),
                        body,
                        KEY,
                        Instant.from(TIME.parse(time)))
                .get("Authorization"));
    }

    private void invoke(HttpExchange exchange, String name, byte[] body)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Sandbox sandbox = take(name);
        if (sandbox == null) {
            throttled.incrementAndGet();
            exchange.getResponseHeaders().set("Retry-After", "1");
            refuse(exchange, new Refusal(429, "TooManyRequestsException", "Rate Exceeded."));
            return;
        }
        Sandbox.Outcome outcome;
        try {
            outcome = sandbox.invoke(body).get(BOUND_SECONDS, TimeUnit.SECONDS);
            invocations.incrementAndGet();
        } finally {
            giveBack(name, sandbox);
        }
        if (outcome.failed()) {
            exchange.getResponseHeaders().set("X-Amz-Function-Error", "Unhandled");
        }
        answer(exchange, 200, outcome.body().array());
    }

    private synchronized @Nullable Sandbox take(String name) throws IOException {
        List<Sandbox> free = idle.computeIfAbsent(name, key -> new ArrayList<>());
        free.removeIf(sandbox -> !sandbox.isAlive());
        if (busy >= concurrency) {
            return null;
        }
        busy++;
        if (!free.isEmpty()) {
            return free.remove(free.size() - 1);
        }
        Sandbox fresh = new Sandbox();
        fresh.runs(function.start(
                name, Map.of("AWS_LAMBDA_RUNTIME_API", fresh.runtimeApi(), "AWS_LAMBDA_FUNCTION_NAME", name)));
        all.add(fresh);
        return fresh;
    }

    private synchronized void giveBack(String name, Sandbox sandbox) {
        busy--;
        idle.computeIfAbsent(name, key -> new ArrayList<>()).add(sandbox);
    }

    private static void refuse(HttpExchange exchange, Refusal refusal) throws IOException {
        exchange.getResponseHeaders().set("x-amzn-ErrorType", refusal.type());
        answer(
                exchange,
                refusal.status(),
                ("{\"message\":\"" + refusal.message() + "\"}").getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** Ends all sandboxes. */
    public void end() throws IOException, InterruptedException {
        server.stop(0);
        threads.shutdownNow();
        synchronized (this) {
            for (Sandbox each : all) {
                each.end();
            }
        }
    }
}
