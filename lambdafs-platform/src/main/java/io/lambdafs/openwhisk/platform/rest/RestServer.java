package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.lambdafs.container.http.RequestReads;
import io.lambdafs.openwhisk.platform.metrics.ActivationMetrics;
import io.lambdafs.openwhisk.platform.pool.Dispatcher;
import io.lambdafs.openwhisk.platform.pool.InstanceShape;
import io.lambdafs.openwhisk.platform.pool.PlatformThreads;
import io.lambdafs.openwhisk.platform.pool.PoolFullException;
import io.lambdafs.openwhisk.platform.storage.AtomicFile;
import io.lambdafs.wire.tls.TlsContexts;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.net.ssl.SSLParameters;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The HTTP side of the REST interface: reads requests, writes replies, and gives every error its JSON. */
public final class RestServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RestServer.class);
    private static final String OVERLOADED =
            "The server is currently unavailable (because it is overloaded or down for maintenance).";
    private static final int BACKLOG = 1024;

    private final HttpServer server;
    private final RestRouter router;
    private final RequestReads reads;
    private final RequestReader reader;
    private final ScheduledExecutorService timer;
    private final ObjectMapper mapper;
    private final Supplier<String> ids;
    private final ActionRegistry registry;

    private RestServer(
            RestSettings settings,
            RestRouter router,
            ObjectMapper mapper,
            Supplier<String> ids,
            ActionRegistry registry,
            PlatformThreads threads)
            throws IOException {
        this.router = router;
        boolean https = settings.tls().isPresent();
        reads = new RequestReads(
                threads.requests(),
                https ? RequestReads.Limits.secretAfterHandshake() : RequestReads.Limits.secretInHead(),
                System::nanoTime);
        HostCheck hosts = https ? HostCheck.ofAnyName(settings.host()) : new HostCheck(settings.host());
        reader = new RequestReader(hosts, router, reads, mapper);
        timer = threads.timer();
        this.mapper = mapper;
        this.ids = ids;
        this.registry = registry;
        // Header and body leave in two writes: with Nagle's algorithm the second waits 40 ms for the peer's ACK.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        server = bind(settings);
        server.setExecutor(reads);
        server.createContext("/", this::serve);
    }

    private static HttpServer bind(RestSettings settings) throws IOException {
        InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
        if (settings.tls().isEmpty()) {
            return HttpServer.create(address, BACKLOG);
        }
        HttpsServer https = HttpsServer.create(address, BACKLOG);
        https.setHttpsConfigurator(new HttpsConfigurator(settings.tls().get()) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters chosen = getSSLContext().getDefaultSSLParameters();
                chosen.setProtocols(new String[] {TlsContexts.VERSION});
                parameters.setSSLParameters(chosen);
            }
        });
        return https;
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
        ActionJson json = new ActionJson(limits, settings.images());
        ActionRegistry registry = new ActionRegistry(actionsFile, settings.namespace(), json, mapper, clock);
        registry.load();
        ActivationStore store = new ActivationStore(settings.maxActivations());
        Throttle throttle = new Throttle(limits.invocationsPerMinute(), limits.concurrentInvocations(), clock);
        ActivationMetrics activations = new ActivationMetrics();
        InvokeResource invoke = new InvokeResource(
                registry,
                new Invocations(
                        dispatcher,
                        ended -> {
                            store.add(ended);
                            activations.add(ended);
                        },
                        throttle,
                        ids,
                        clock),
                limits.maxBlockingWaitMillis(),
                threads);
        RestRouter router = new RestRouter(
                new Authenticator(settings.auth(), settings.callersAuth()),
                new InfoResource(limits, settings.images()),
                new NamespacesResource(
                        settings.namespace(),
                        limits,
                        new ActionsResource(registry, json, invoke),
                        new ActivationsResource(store)),
                new AdminResource(dispatcher::view, settings),
                new MetricsResource(dispatcher, activations, registry, settings),
                limits);
        return new RestServer(settings, router, mapper, ids, registry, threads);
    }

    public void start() {
        long step = RequestReads.STEP.toMillis();
        Future<?> unused = timer.scheduleWithFixedDelay(reads::endOverdue, step, step, TimeUnit.MILLISECONDS);
        server.start();
    }

    /** The shapes that instances of the registered actions have. */
    public Set<InstanceShape> shapes() {
        return registry.all().stream().map(InstanceShape::of).collect(Collectors.toSet());
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
            router.handle(reader.read(exchange, transactionId))
                    .whenComplete((reply, failure) ->
                            write(exchange, failure == null ? reply : failed(failure, transactionId), transactionId));
        } catch (IOException e) {
            // The caller has gone, or was too slow.
            exchange.close();
        } catch (RuntimeException e) {
            // The read counts on: what is left of a refused body is skipped when the reply is closed.
            write(exchange, failed(e, transactionId), transactionId);
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
            byte[] body = bytes(reply.body());
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", reply.body().isTextual() ? "text/plain; charset=UTF-8" : "application/json");
            headers.set("X-Request-ID", transactionId);
            reply.headers().forEach(headers::set);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(reply.status(), head ? -1 : body.length);
            if (!head) {
                try (OutputStream out = exchange.getResponseBody()) {
                    out.write(body);
                }
            }
        } catch (IOException e) {
            // The caller has gone; nobody is left to get an answer.
        }
    }

    private byte[] bytes(JsonNode body) throws IOException {
        if (body.isBinary()) {
            return body.binaryValue();
        }
        return body.isTextual() ? body.textValue().getBytes(StandardCharsets.UTF_8) : mapper.writeValueAsBytes(body);
    }

    private String transactionId(HttpExchange exchange) {
        String given = exchange.getRequestHeaders().getFirst("X-Request-ID");
        return given != null && given.matches("[\\w.:-]{1,128}") ? given : ids.get();
    }

    private static Supplier<String> hexIds(SecureRandom random) {
        return () -> {
            byte[] bytes = new byte[16];
            random.nextBytes(bytes);
            return HexFormat.of().formatHex(bytes);
        };
    }
}
