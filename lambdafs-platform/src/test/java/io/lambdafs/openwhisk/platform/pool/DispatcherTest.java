package io.lambdafs.openwhisk.platform.pool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpServer;
import io.lambdafs.openwhisk.platform.pool.ActivationResponse.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of calls of containers that never take one, which are too many to start a process for each. */
final class DispatcherTest {
    private static final int BOUND_SECONDS = 30;

    private final AtomicInteger runs = new AtomicInteger();
    private final AtomicInteger created = new AtomicInteger();
    private HttpServer container;
    private Dispatcher dispatcher;

    @BeforeEach
    void start() throws IOException {
        container = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/init", 200, new AtomicInteger());
        answer("/run", 503, runs);
        container.start();
        dispatcher = Dispatcher.create(
                PoolSettings.defaults(),
                (name, shape, rehearses) -> {
                    int number = created.incrementAndGet();
                    return new Container(number, container.getAddress(), new CompletableFuture<>());
                },
                PlatformThreads.create(4),
                new ObjectMapper(),
                1 << 20,
                InstantSource.system());
    }

    private void answer(String path, int status, AtomicInteger count) {
        container.createContext(path, exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                count.incrementAndGet();
                byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(status, body.length);
                exchange.getResponseBody().write(body);
            }
        });
    }

    @AfterEach
    void stop() throws InterruptedException {
        dispatcher.close();
        container.stop(0);
    }

    @Test
    void call_thatEveryInstanceRefuses_endsAsAnErrorOfThePlatform() throws Exception {
        PendingCall call = new PendingCall(
                "refused",
                TestActions.action("refusing", 1, 256, 1),
                JsonNodeFactory.instance.objectNode(),
                "transaction",
                System.currentTimeMillis());
        dispatcher.submit(call);

        ActivationRecord ended = call.answer().get(BOUND_SECONDS, TimeUnit.SECONDS);

        assertThat(ended.response().status()).isEqualTo(Status.WHISK_ERROR);
        assertThat(ended.response().result().path("error").asText()).isEqualTo("No instance accepted the activation.");
        assertThat(runs.get())
                .as("attempts, each of another instance")
                .isEqualTo(created.get())
                .isEqualTo(51);
        assertThat(dispatcher.view().instances()).isEmpty();
    }

    /** A container that is only an address. */
    private record Container(long pid, InetSocketAddress address, CompletableFuture<?> exited) implements Instance {
        @Override
        public String name() {
            return "container" + pid;
        }

        @Override
        public boolean isAlive() {
            return !exited.isDone();
        }

        @Override
        public void pause() {}

        @Override
        public void resume() {}

        @Override
        public void stop(int graceMillis) {}

        @Override
        public List<String> collectLogs(int maxBytes, boolean marked) {
            return List.of();
        }

        @Override
        public InstanceUsage usage() {
            return InstanceUsage.UNKNOWN;
        }

        @Override
        public void limitCpu(int cpuMillis) {}

        @Override
        public Optional<String> endedByLimit() {
            return Optional.empty();
        }

        @Override
        public void trimLogs() {}
    }
}
