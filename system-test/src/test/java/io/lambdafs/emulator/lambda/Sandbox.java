package io.lambdafs.emulator.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A process and the Runtime API that it asks for invocations, one at a time. Whenever it asks and there is none, the process is
 * stopped with SIGSTOP, as Lambda freezes a sandbox; it goes on with the next one.
 */
final class Sandbox {
    private static final String PREFIX = "/2018-06-01/runtime/";
    private static final long BOUND_SECONDS = 60;
    private static final int ACCEPTED = 202;
    private static final int NOT_FOUND = 404;
    private static final int OK = 200;

    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private final CompletableFuture<Process> process = new CompletableFuture<>();
    private @Nullable Event current;
    private boolean waiting;

    /** What came of an invocation: the response, or an error of the function. */
    record Outcome(ByteBuffer body, boolean failed) {}

    private record Event(String id, ByteBuffer body, CompletableFuture<Outcome> outcome) {}

    Sandbox() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext(PREFIX, this::serve);
        server.start();
    }

    /** The value of {@code AWS_LAMBDA_RUNTIME_API}. */
    String runtimeApi() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** The process that asks here. */
    void runs(Process started) {
        process.complete(started);
        var unused = started.onExit().thenRun(this::exited);
    }

    private synchronized void exited() {
        Event event = current;
        if (event != null) {
            event.outcome().complete(new Outcome(error("Runtime exited"), true));
        }
        events.forEach(each -> each.outcome().complete(new Outcome(error("Runtime exited"), true)));
    }

    private static ByteBuffer error(String message) {
        return ByteBuffer.wrap(("{\"errorMessage\":\"" + message + "\",\"errorType\":\"Runtime.ExitError\"}")
                .getBytes(StandardCharsets.UTF_8));
    }

    boolean isAlive() {
        return !process.isDone() || process.join().isAlive();
    }

    /** Invokes the function; the sandbox has no other invocation. */
    CompletableFuture<Outcome> invoke(byte[] body) throws IOException {
        Event event = new Event(UUID.randomUUID().toString(), ByteBuffer.wrap(body), new CompletableFuture<>());
        synchronized (this) {
            events.add(event);
            if (waiting) {
                waiting = false;
                signal("CONT");
            }
        }
        return event.outcome();
    }

    private void signal(String name) throws IOException {
        if (process.isDone() && process.join().isAlive()) {
            boolean unused = Stack.trySignal(name, process.join().pid());
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath().substring(PREFIX.length());
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (path.equals("invocation/next")) {
                next(exchange);
            } else if (path.endsWith("/response") || path.endsWith("/error")) {
                ended(path, body);
                exchange.sendResponseHeaders(ACCEPTED, -1);
            } else {
                exchange.sendResponseHeaders(NOT_FOUND, -1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void next(HttpExchange exchange) throws IOException, InterruptedException {
        synchronized (this) {
            if (events.isEmpty()) {
                waiting = true;
                signal("STOP");
            }
        }
        Event event = events.take();
        synchronized (this) {
            current = event;
        }
        exchange.getResponseHeaders().set("Lambda-Runtime-Aws-Request-Id", event.id());
        exchange.getResponseHeaders().set("Lambda-Runtime-Deadline-Ms", "9999999999999");
        byte[] body = event.body().array();
        exchange.sendResponseHeaders(OK, body.length);
        exchange.getResponseBody().write(body);
    }

    private synchronized void ended(String path, byte[] body) {
        Event event = current;
        if (event != null && path.startsWith("invocation/" + event.id() + "/")) {
            event.outcome().complete(new Outcome(ByteBuffer.wrap(body), path.endsWith("/error")));
            current = null;
        }
    }

    /** Ends the process, frozen or not. */
    void end() throws InterruptedException, IOException {
        if (process.isDone()) {
            signal("KILL");
            boolean unused = process.join().waitFor(BOUND_SECONDS, TimeUnit.SECONDS);
        }
        server.stop(0);
        threads.shutdownNow();
    }
}
