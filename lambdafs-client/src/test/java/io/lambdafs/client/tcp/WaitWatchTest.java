package io.lambdafs.client.tcp;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.frame.Hello;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That a caller hears when its answer takes long, can have another instance asked, and prefers that one afterwards. */
final class WaitWatchTest {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final ExecutorService caller = Executors.newSingleThreadExecutor();
    private final BlockingQueue<String> slow = new LinkedBlockingQueue<>();
    private final BlockingQueue<Runnable> ends = new LinkedBlockingQueue<>();
    private final WaitWatch watch = new WaitWatch() {
        @Override
        public long limitNanos() {
            return 1;
        }

        @Override
        public void exceeded(String instance, Runnable endsWait) {
            slow.add(instance);
            ends.add(endsWait);
        }
    };
    private ReverseServer server;

    @BeforeEach
    void open() throws IOException {
        server = ReverseServer.open(
                new ReverseServerSettings("127.0.0.1", "127.0.0.1", 4, 2, Duration.ofSeconds(10), Duration.ofMillis(1)),
                System::nanoTime,
                warning -> {});
    }

    @AfterEach
    void close() {
        server.close();
        caller.shutdownNow();
    }

    @Test
    void overtakenInstance_isAskedOnlyWhereThereIsNoOther() throws Exception {
        try (RawInstance one = connect("one")) {
            Future<byte[]> straggling = caller.submit(() -> server.call(0, new byte[] {1}, TIMEOUT_NANOS, watch));
            one.awaitRequest();
            assertThat(slow.poll(20, TimeUnit.SECONDS)).isEqualTo("one");
            assertThat(server.reachesOther(0, "one")).isFalse();
            assertThatThrownBy(() -> server.callOther(0, "one", new byte[] {2}, TIMEOUT_NANOS))
                    .isInstanceOf(ConnectionLostException.class);
            try (RawInstance two = connect("two")) {
                eventually("the other one is reached", () -> server.reachesOther(0, "one"));
                ends.remove().run();
                assertThatThrownBy(straggling::get).hasCauseInstanceOf(ConnectionLostException.class);

                // As often as both would be asked if neither were slow.
                for (byte i = 0; i < 4; i++) {
                    byte[] request = {i};
                    Future<byte[]> call = caller.submit(() -> server.call(0, request, TIMEOUT_NANOS));
                    two.send(two.awaitRequest());
                    assertThat(call.get()).containsExactly(i);
                }
            }
            eventually("the other one is gone", () -> server.connections() == 1);
            Future<byte[]> call = caller.submit(() -> server.call(0, new byte[] {9}, TIMEOUT_NANOS));
            one.send(one.awaitRequest());
            assertThat(call.get()).containsExactly(9);
        }
    }

    @Test
    void lateAnswer_countsIfTheWaitWasNotEnded() throws Exception {
        try (RawInstance one = connect("one")) {
            Future<byte[]> straggling = caller.submit(() -> server.call(0, new byte[] {1}, TIMEOUT_NANOS, watch));
            byte[] request = one.awaitRequest();
            assertThat(slow.poll(20, TimeUnit.SECONDS)).isEqualTo("one");

            one.send(request);

            assertThat(straggling.get()).containsExactly(1);
            ends.remove().run();
            assertThat(slow).as("told once").isEmpty();
        }
    }

    private RawInstance connect(String name) throws IOException {
        int before = server.connections();
        RawInstance instance = new RawInstance(server.endpoint());
        instance.send(new Hello(0, name, server.secret()));
        eventually("connected", () -> server.connections() > before);
        return instance;
    }
}
