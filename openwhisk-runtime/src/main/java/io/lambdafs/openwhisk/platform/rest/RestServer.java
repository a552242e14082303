package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.openwhisk.platform.pool.Dispatcher;
import io.lambdafs.openwhisk.platform.pool.PlatformThreads;
import io.lambdafs.openwhisk.platform.pool.PoolFullException;
import io.lambdafs.openwhisk.platform.storage.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP side of the REST interface: reads requests, writes replies, and gives every error its JSON. */
public final class RestServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RestServer.class);
    private static final String OVERLOADED =
            "The server is currently unavailable (because it is overloaded or down for maintenance).";
    private static final int BACKLOG = 1024;
    private static final int MAX_DRAINED_BYTES = 8 << 20;

    private final HttpServer server;
    private final RestRouter router;
    private final ObjectMapper mapper;
    private final Supplier<String> ids;

    private RestServer(
            InetSocketAddress address, RestRouter router, ObjectMapper mapper, Supplier<String> ids, Executor threads)
            throws IOException {
        this.router = router;
        this.mapper = mapper;
        this.ids = ids;
        // Header and body leave in two writes: with Nagle's algorithm the second waits 40 ms for the peer's ACK.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = HttpServer.create(address, BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
    }

    /**
     * Binds the port and reads the actions that an earlier platform registered; {@link #start} begins to answer.
     *
     * @throws IOException if the port is taken or the file cannot be read
     */
    public static RestServer open(
            RestSettings settings,
            AtomicFile actionsFile,
            Dispatcher dispatcher,
            PlatformThreads threads,
            ObjectMapper mapper,
            InstantSource clock)
            throws IOException {
        LimitSettings limits = settings.limits();
        Supplier<String> ids = hexIds(new SecureRandom());
        ActionJson json = new ActionJson(limits);
        ActionRegistry registry = new ActionRegistry(actionsFile, settings.namespace(), json, mapper, clock);
        registry.load();
        ActivationStore store = new ActivationStore(settings.maxActivations());
        Throttle throttle = new Throttle(limits.invocationsPerMinute(), limits.concurrentInvocations(), clock);
        InvokeResource invoke = new InvokeResource(
                registry,
                new Invocations(dispatcher, store, throttle, ids, clock),
                limits.maxBlockingWaitMillis(),
                threads);
        RestRouter router = new RestRouter(
                new Authenticator(settings.auth()),
                new InfoResource(limits, settings.images()),
                new NamespacesResource(
                        settings.namespace(),
                        limits,
                        new ActionsResource(registry, json, invoke),
                        new ActivationsResource(store)),
                new AdminResource(dispatcher::view, settings.totalMemoryMb()),
                limits);
        InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
        return new RestServer(address, router, mapper, ids, threads.requests());
    }

    public void start() {
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void serve(HttpExchange exchange) {
        String transactionId = transactionId(exchange);
        try {
            router.handle(read(exchange, transactionId))
                    .whenComplete((reply, failure) ->
                            write(exchange, failure == null ? reply : failed(failure, transactionId), transactionId));
        } catch (IOException | RuntimeException e) {
            write(exchange, failed(e, transactionId), transactionId);
        }
    }

    private RestRequest read(HttpExchange exchange, String transactionId) throws IOException {
        List<String> path = Arrays.stream(exchange.getRequestURI().getRawPath().split("/", -1))
                .filter(segment -> !segment.isEmpty())
                .map(RestServer::decode)
                .toList();
        String method = exchange.getRequestMethod();
        router.authenticate(path, exchange.getRequestHeaders().getFirst("Authorization"));
        byte[] body = body(exchange, router.maxBodyBytes(method));
        requireJson(exchange, body);
        return new RestRequest(
                method, path, query(exchange.getRequestURI().getRawQuery()), body, transactionId, mapper);
    }

    private static byte[] body(HttpExchange exchange, int max) throws IOException {
        InputStream in = exchange.getRequestBody();
        String declared = exchange.getRequestHeaders().getFirst("Content-Length");
        long length = declared != null && declared.matches("\\d{1,18}") ? Long.parseLong(declared) : 0;
        if (length <= max) {
            byte[] body = in.readNBytes(max + 1);
            if (body.length <= max) {
                return body;
            }
            length = body.length;
        }
        // A caller that is still sending would see a broken connection instead of the answer.
        drain(in);
        throw new RestException(413, "Request larger than allowed: " + length + " > " + max + " bytes.");
    }

    private static void drain(InputStream in) throws IOException {
        byte[] ignored = new byte[64 * 1024];
        int left = MAX_DRAINED_BYTES;
        for (int count = in.read(ignored); count > 0 && left > 0; count = in.read(ignored)) {
            left -= count;
        }
    }

    private static void requireJson(HttpExchange exchange, byte[] body) {
        String type = exchange.getRequestHeaders().getFirst("Content-Type");
        if (body.length > 0 && (type == null || !type.startsWith("application/json"))) {
            throw new RestException(415, "The request's Content-Type is not supported. Expected:\napplication/json");
        }
    }

    private static RestReply failed(Throwable failure, String transactionId) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof RestException refused) {
            return RestReply.error(refused, transactionId);
        }
        if (cause instanceof PoolFullException) {
            return RestReply.error(new RestException(503, OVERLOADED), transactionId);
        }
        log.atError()
                .setMessage("request failed")
                .addKeyValue("transaction", transactionId)
                .setCause(cause)
                .log();
        return RestReply.error(new RestException(500, "There was an internal server error."), transactionId);
    }

    private void write(HttpExchange exchange, RestReply reply, String transactionId) {
        try (exchange) {
            byte[] body = reply.body().isTextual()
                    ? reply.body().textValue().getBytes(StandardCharsets.UTF_8)
                    : mapper.writeValueAsBytes(reply.body());
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", reply.body().isTextual() ? "text/plain; charset=UTF-8" : "application/json");
            headers.set("X-Request-ID", transactionId);
            headers.set("Access-Control-Allow-Origin", "*");
            headers.set(
                    "Access-Control-Allow-Headers",
                    "Authorization, Origin, X-Requested-With, Content-Type, Accept, User-Agent");
            headers.set("Access-Control-Allow-Methods", "GET, DELETE, POST, PUT, HEAD");
            reply.headers().forEach(headers::set);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(reply.status(), head ? -1 : body.length);
            if (!head) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            }
        } catch (IOException e) {
            // The caller has gone; nobody is left to be told.
        }
    }

    private String transactionId(HttpExchange exchange) {
        String given = exchange.getRequestHeaders().getFirst("X-Request-ID");
        return given != null && given.matches("[\\w.:-]{1,128}") ? given : ids.get();
    }

    private static Map<String, String> query(@Nullable String raw) {
        Map<String, String> query = new HashMap<>();
        if (raw != null) {
            for (String pair : raw.split("&", -1)) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    query.putIfAbsent(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
                }
            }
        }
        return query;
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new RestException(400, "Request is malformed: the path or the query has a broken %-escape.");
        }
    }

    private static Supplier<String> hexIds(SecureRandom random) {
        return () -> {
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            return HexFormat.of().formatHex(bytes);
        };
    }
}
