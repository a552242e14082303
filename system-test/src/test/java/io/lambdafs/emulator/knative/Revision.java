package io.lambdafs.emulator.knative;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.testkit.FreePort;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One function behind Knative's activator and queue-proxy. As there, a request that finds no container makes one start
 * and is held until its readiness probe succeeds. A container gets {@code containerConcurrency} requests at once. More
 * are queued, and a request that does not fit into the queue (ten times as many) is answered with 503. A request for a
 * container that cannot be reached is answered with 502. It does not scale by itself: the test says when a container is
 * to end.
 */
public final class Revision {
    private static final int QUEUED_PER_PLACE = 10;
    private static final int BAD_GATEWAY = 502;
    private static final int UNAVAILABLE = 503;
    private static final int OK = 200;
    private static final Duration PROBE_PERIOD = Duration.ofMillis(20);
    private static final Duration START_BOUND = Duration.ofMinutes(1);
    private static final Duration REQUEST_BOUND = Duration.ofMinutes(5);

    private final Container container;
    private final Semaphore places;
    private final int most;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicInteger overloads = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final HttpServer server;
    private @Nullable Pod pod;

    /** Starts a container that listens on a port. */
    @FunctionalInterface
    public interface Container {
        /** Returns at once. */
        Process start(int port) throws IOException;
    }

    private record Pod(Process process, int port) {
        URI at(String path) {
            return URI.create("http://127.0.0.1:" + port + path);
        }
    }

    private Revision(InetSocketAddress address, Container container, int containerConcurrency) throws IOException {
        this.container = container;
        this.places = new Semaphore(containerConcurrency, true);
        this.most = containerConcurrency * (1 + QUEUED_PER_PLACE);
        this.server = HttpServer.create(address, 0);
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** A revision at zero, to which requests at this address go. */
    public static Revision at(InetSocketAddress address, Container container, int containerConcurrency)
            throws IOException {
        return new Revision(address, container, containerConcurrency);
    }

    /** How many containers were started. */
    public int starts() {
        return starts.get();
    }

    /** How many requests were answered with 503 because the queue was full. */
    public int overloads() {
        return overloads.get();
    }

    /**
     * Takes the container out of the routes and ends it with SIGTERM, as when Knative scales down; requests that come meanwhile start
     * another one. Returns the process, which may still be ending.
     */
    public synchronized Process terminate() {
        Pod old = pod;
        if (old == null) {
            throw new IllegalStateException("there is no container");
        }
        pod = null;
        old.process().destroy();
        return old.process();
    }

    /** Ends the container with SIGTERM while requests are still routed to it, as a router does that has not heard of it yet. */
    public synchronized Process terminateRouted() {
        Pod old = pod;
        if (old == null) {
            throw new IllegalStateException("there is no container");
        }
        old.process().destroy();
        return old.process();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (waiting.incrementAndGet() > most) {
                waiting.decrementAndGet();
                overloads.incrementAndGet();
                answer(exchange, UNAVAILABLE, "pending request queue full".getBytes(StandardCharsets.UTF_8));
                return;
            }
            try {
                places.acquire();
                try {
                    forward(exchange, body);
                } finally {
                    places.release();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                waiting.decrementAndGet();
            }
        }
    }

    private void forward(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
        Pod to = ready();
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        to.at(exchange.getRequestURI().toString()))
                .timeout(REQUEST_BOUND)
                .method(exchange.getRequestMethod(), BodyPublishers.ofByteArray(body));
        for (String header : List.of("Authorization", "Content-Type")) {
            String value = exchange.getRequestHeaders().getFirst(header);
            if (value != null) {
                request.header(header, value);
            }
        }
        HttpResponse<byte[]> response;
        try {
            response = http.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException e) {
            answer(exchange, BAD_GATEWAY, new byte[0]);
            return;
        }
        response.headers()
                .firstValue("Retry-After")
                .ifPresent(value -> exchange.getResponseHeaders().set("Retry-After", value));
        answer(exchange, response.statusCode(), response.body());
    }

    private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    /** The container, started if there is none, when its readiness probe has succeeded. */
    private synchronized Pod ready() throws IOException, InterruptedException {
        Pod running = pod;
        if (running != null && running.process().isAlive()) {
            return running;
        }
        int port = FreePort.pick();
        starts.incrementAndGet();
        Pod fresh = new Pod(container.start(port), port);
        long begin = System.nanoTime();
        while (!probe(fresh)) {
            if (System.nanoTime() - begin > START_BOUND.toNanos()
                    || !fresh.process().isAlive()) {
                throw new IOException("the container did not become ready");
            }
            LockSupport.parkNanos(PROBE_PERIOD.toNanos());
        }
        pod = fresh;
        return fresh;
    }

    private boolean probe(Pod of) throws InterruptedException {
        try {
            HttpRequest request = HttpRequest.newBuilder(of.at("/readyz"))
                    .timeout(Duration.ofSeconds(5))
                    .GET()
                    .build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == OK;
        } catch (IOException e) {
            return false;
        }
    }

    /** Routes nothing any more. Containers are left as they are. */
    public void end() throws InterruptedException {
        server.stop(0);
        threads.shutdownNow();
        if (!threads.awaitTermination(START_BOUND.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("requests are still under way");
        }
    }
}
