package io.lambdafs.client.tcp;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.wire.frame.FrameLimits;
import io.lambdafs.wire.frame.Goodbye;
import io.lambdafs.wire.frame.Hello;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server against peers that are wrong, broken or asleep. */
final class ReverseServerTest {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int MAX_CONNECTIONS = 4;
    private static final Duration SILENCE_LIMIT = Duration.ofSeconds(10);

    private final ExecutorService caller = Executors.newSingleThreadExecutor();
    private final AtomicLong skippedNanos = new AtomicLong();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private ReverseServer server;

    @BeforeEach
    void open() throws IOException {
        server = ReverseServer.open(settings(2), () -> System.nanoTime() + skippedNanos.get(), warnings::add);
    }

    private static ReverseServerSettings settings(int maxInFlight) {
        return new ReverseServerSettings(
                "127.0.0.1", "127.0.0.1", MAX_CONNECTIONS, maxInFlight, SILENCE_LIMIT, Duration.ofMillis(1));
    }

    @AfterEach
    void close() {
        server.close();
        caller.shutdownNow();
    }

    @Test
    void helloWithTheSecret_makesTheDeploymentReachable() throws IOException {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Hello(3, "i", server.secret()));

            eventually("deployment 3 is reached", () -> server.reaches(3));
            assertThat(server.reaches(2)).isFalse();
        }
        eventually("deployment 3 is gone", () -> !server.reaches(3));
        eventually("that is a loss", () -> server.lost(3) == 1);
        assertThat(server.lost(2)).isZero();
        assertThat(server.lostWithin(3, Duration.ofHours(1))).isTrue();
        assertThat(server.lostWithin(2, Duration.ofHours(1))).isFalse();
    }

    @Test
    void afterGoodbye_whatIsUnderWayIsAnswered_andNothingMoreIsAsked() throws Exception {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Hello(0, "i", server.secret()));
            eventually("deployment 0 is reached", () -> server.reaches(0));
            Future<byte[]> underWay = caller.submit(() -> server.call(0, new byte[] {7}, TIMEOUT_NANOS));
            byte[] request = instance.awaitRequest();
            instance.send(new Goodbye());
            eventually("deployment 0 is reached no more", () -> !server.reaches(0));
            assertThatThrownBy(() -> server.call(0, new byte[] {8}, TIMEOUT_NANOS))
                    .isInstanceOf(ConnectionLostException.class);

            instance.send(request);

            assertThat(underWay.get(20, TimeUnit.SECONDS)).containsExactly(7);
        }
        eventually("it is gone", () -> server.connections() == 0);
        assertThat(server.lost()).as("it has said goodbye").isZero();
        assertThat(server.lostWithin(0, Duration.ofHours(1))).isFalse();
    }

    @Test
    void goodbyeBeforeHello_isDisconnected() throws IOException {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Goodbye());

            assertThat(instance.isClosedByPeer()).isTrue();
        }
        assertStillWorks();
    }

    @Test
    void wrongSecret_isDisconnected() throws IOException {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Hello(0, "i", new byte[32]));

            assertThat(instance.isClosedByPeer()).isTrue();
        }
        assertThat(server.connections()).isZero();
        assertStillWorks();
    }

    @Test
    void requestBeforeHello_isDisconnected() throws IOException {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(frame((byte) 17, new byte[] {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 5}));

            assertThat(instance.isClosedByPeer()).isTrue();
        }
        assertStillWorks();
    }

    @Test
    void garbage_isDisconnected() throws IOException {
        Random random = new Random(7);
        for (int i = 0; i < 5; i++) {
            try (RawInstance instance = new RawInstance(server.endpoint())) {
                byte[] garbage = new byte[1_000];
                random.nextBytes(garbage);
                garbage[0] = 0;
                garbage[1] = 0;
                garbage[2] = 1;
                instance.send(garbage);

                assertThat(instance.isClosedByPeer()).as("seed 7, case %d", i).isTrue();
            }
        }
        assertStillWorks();
    }

    @Test
    void frameAboveTheLimitOrBelowZero_isDisconnected() throws IOException {
        for (int length : new int[] {FrameLimits.MAX_FRAME_BYTES + 1, Integer.MAX_VALUE, 0, -1}) {
            try (RawInstance instance = new RawInstance(server.endpoint())) {
                instance.send(ByteBuffer.allocate(4).putInt(length).array());

                assertThat(instance.isClosedByPeer()).as("length %d", length).isTrue();
            }
        }
        assertStillWorks();
    }

    @Test
    void whoeverSaysNothing_isDisconnectedAfterABound() throws Exception {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.awaitRegistration();
            pass(ReverseServerSettings.HELLO_TIMEOUT.plusMillis(1));
            instance.sendKeepAlive();

            assertThat(instance.isClosedByPeer()).isTrue();
        }
        assertStillWorks();
    }

    @Test
    void strangers_areFewAndTakeNoPlacesOfInstances() throws Exception {
        List<RawInstance> strangers = new ArrayList<>();
        try {
            int many = 4 * UnprovenConnections.MOST;
            for (int i = 0; i < many; i++) {
                strangers.add(new RawInstance(server.endpoint()));
            }
            for (RawInstance early : strangers.subList(0, many - UnprovenConnections.MOST)) {
                assertThat(early.isClosedByPeer()).isTrue();
            }
            try (RawInstance instance = new RawInstance(server.endpoint())) {
                instance.send(new Hello(0, "i", server.secret()));
                eventually("deployment 0 is reached", () -> server.reaches(0));
            }
        } finally {
            for (RawInstance stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void instancesBeyondTheLimit_areDisconnected() throws Exception {
        List<RawInstance> instances = new ArrayList<>();
        try {
            for (int i = 0; i < MAX_CONNECTIONS; i++) {
                RawInstance instance = new RawInstance(server.endpoint());
                instances.add(instance);
                instance.send(new Hello(0, "i", server.secret()));
            }
            eventually("all are connected", () -> server.connections() == MAX_CONNECTIONS);
            try (RawInstance more = new RawInstance(server.endpoint())) {
                more.send(new Hello(1, "i", server.secret()));
                assertThat(more.isClosedByPeer()).isTrue();
            }
            assertThat(server.connections()).isEqualTo(MAX_CONNECTIONS);
        } finally {
            for (RawInstance instance : instances) {
                instance.close();
            }
        }
    }

    @Test
    void callersAtOnce_eachGetTheirOwnAnswers() throws Exception {
        int rounds = 500;
        ExecutorService threads = Executors.newCachedThreadPool();
        try (RawInstance first = new RawInstance(server.endpoint());
                RawInstance second = new RawInstance(server.endpoint())) {
            for (RawInstance instance : Arrays.asList(first, second)) {
                instance.send(new Hello(0, "i", server.secret()));
                threads.execute(instance::echo);
            }
            eventually("both are reached", () -> server.connections() == 2);
            List<Future<Boolean>> callers = new ArrayList<>();
            // As many as the two connections take at once.
            for (int number = 0; number < 4; number++) {
                byte caller = (byte) number;
                callers.add(threads.submit(() -> {
                    for (int round = 0; round < rounds; round++) {
                        byte[] request = {caller, (byte) round};
                        assertThat(callPatiently(request)).isEqualTo(request);
                    }
                    return true;
                }));
            }
            for (Future<Boolean> caller : callers) {
                assertThat(caller.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
        eventually("the server's thread reads that they are gone", () -> server.connections() == 0);
    }

    @Test
    void manyCallersOfOneConnection_eachGetTheirOwnAnswers() throws Exception {
        int callers = 3 * GatheredRequests.FEWEST_CALLERS;
        ExecutorService threads = Executors.newCachedThreadPool();
        try (ReverseServer roomy = ReverseServer.open(settings(callers), System::nanoTime, warnings::add);
                RawInstance instance = new RawInstance(roomy.endpoint())) {
            instance.send(new Hello(0, "i", roomy.secret()));
            threads.execute(instance::echo);
            eventually("reached", () -> roomy.reaches(0));
            List<Future<Boolean>> calls = new ArrayList<>();
            for (int number = 0; number < callers; number++) {
                byte caller = (byte) number;
                calls.add(threads.submit(() -> {
                    for (int round = 0; round < 300; round++) {
                        byte[] request = {caller, (byte) round, 0};
                        assertThat(roomy.call(0, request, TIMEOUT_NANOS)).isEqualTo(request);
                    }
                    return true;
                }));
            }

            for (Future<Boolean> call : calls) {
                assertThat(call.get()).isTrue();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** Between choosing a connection and sending, others may fill it. */
    private byte[] callPatiently(byte[] request) throws Exception {
        ConnectionLostException last = new ConnectionLostException("not tried");
        for (int tries = 0; tries < 1_000; tries++) {
            try {
                return server.call(0, request, TIMEOUT_NANOS);
            } catch (ConnectionLostException e) {
                last = e;
            }
        }
        throw last;
    }

    @Test
    void interruptedCaller_leavesTheTurnToOthers() throws Exception {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Hello(0, "i", server.secret()));
            eventually("reached", () -> server.reaches(0));
            Future<byte[]> call = caller.submit(() -> server.call(0, new byte[] {1}, TIMEOUT_NANOS));
            instance.awaitRequest();

            call.cancel(true);

            eventually("the server's thread reads again", () -> {
                try {
                    instance.sendKeepAlive();
                    return server.reaches(0);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            assertStillWorks();
        }
    }

    @Test
    void lostConnection_failsTheCallsOnIt() throws Exception {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Hello(0, "i", server.secret()));
            eventually("reached", () -> server.reaches(0));
            Future<byte[]> call = caller.submit(() -> server.call(0, new byte[] {1}, TIMEOUT_NANOS));
            instance.awaitRequest();

            instance.disconnect();

            assertThatThrownBy(call::get).hasCauseInstanceOf(ConnectionLostException.class);
        }
    }

    @Test
    void frozenInstance_isGivenUpAndPutAside() throws Exception {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Hello(0, "i", server.secret()));
            eventually("reached", () -> server.reaches(0));
            Future<byte[]> call = caller.submit(() -> server.call(0, new byte[] {1}, TIMEOUT_NANOS));
            instance.awaitRequest();

            pass(SILENCE_LIMIT.plusSeconds(1));

            assertThatThrownBy(call::get).hasCauseInstanceOf(TimeoutException.class);
            assertThat(server.reaches(0)).isFalse();
            instance.sendKeepAlive();
            eventually("reached again", () -> server.reaches(0));
        }
    }

    @Test
    void ownPause_isNeitherSilenceOfTheInstanceNorALateAnswer() throws Exception {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Hello(0, "i", server.secret()));
            eventually("reached", () -> server.reaches(0));
            Future<byte[]> call = caller.submit(() -> server.call(0, new byte[] {1}, TIMEOUT_NANOS));
            byte[] request = instance.awaitRequest();

            skippedNanos.addAndGet(SILENCE_LIMIT.plusNanos(TIMEOUT_NANOS).toNanos());

            assertThat(server.reaches(0)).isTrue();
            instance.send(request);
            assertThat(call.get()).containsExactly(1);
        }
    }

    @Test
    void unansweredCall_putsTheConnectionAsideAlthoughItLives() throws IOException {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Hello(0, "i", server.secret()));
            eventually("reached", () -> server.reaches(0));

            assertThatThrownBy(() -> server.call(0, new byte[] {1}, 1)).isInstanceOf(TimeoutException.class);

            instance.sendKeepAlive();
            assertThat(server.reaches(0)).isFalse();
            assertThatThrownBy(() -> server.call(0, new byte[] {1}, TIMEOUT_NANOS))
                    .isInstanceOf(ConnectionLostException.class);
        }
    }

    @Test
    void connectionsAboveTheBound_areClosed() throws IOException {
        RawInstance[] instances = new RawInstance[4];
        for (int i = 0; i < instances.length; i++) {
            instances[i] = new RawInstance(server.endpoint());
            instances[i].send(new Hello(i, "i", server.secret()));
        }
        eventually("four connections", () -> server.connections() == 4);
        try (RawInstance fifth = new RawInstance(server.endpoint())) {
            assertThat(fifth.isClosedByPeer()).isTrue();
        }
        for (RawInstance instance : instances) {
            instance.close();
        }
    }

    @Test
    void turnsThatFailNowAndThen_endNothing() throws Exception {
        FailingTurns failing = new FailingTurns(2);
        ExecutorService echo = Executors.newSingleThreadExecutor();
        try (ReverseServer failed = ReverseServer.open(settings(2), failing, warnings::add);
                RawInstance instance = new RawInstance(failed.endpoint())) {
            instance.send(new Hello(0, "i", failed.secret()));
            echo.execute(instance::echo);
            eventually("reached", () -> failed.reaches(0));

            failing.armed = true;
            while (failing.failures.get() < 1_500) {
                failed.call(0, new byte[] {1}, TIMEOUT_NANOS);
            }

            assertThat(failed.call(0, new byte[] {7}, TIMEOUT_NANOS)).containsExactly(7);
            assertThat(warnings).isEmpty();
        } finally {
            echo.shutdownNow();
        }
    }

    @Test
    void serverThatFailsAgainAndAgain_isOpenedAnew_andSaysSoOnce() throws Exception {
        FailingTurns failing = new FailingTurns(1);
        try (ReverseServer failed = ReverseServer.open(settings(2), failing, warnings::add)) {
            String endpoint = failed.endpoint();
            try (RawInstance instance = new RawInstance(endpoint)) {
                instance.send(new Hello(0, "i", failed.secret()));
                eventually("reached", () -> failed.reaches(0));
                failing.armed = true;
                instance.sendKeepAlive();

                assertThat(instance.isClosedByPeer())
                        .as("the old server is closed")
                        .isTrue();
            }
            failing.armed = false;
            eventually("it works again", () -> warnings.size() == 2);

            assertThat(failed.endpoint()).isEqualTo(endpoint);
            assertThat(failed.reaches(0)).isFalse();
            try (RawInstance again = new RawInstance(endpoint)) {
                again.send(new Hello(0, "i", failed.secret()));
                eventually("reached again", () -> failed.reaches(0));
            }
            assertThat(warnings.get(0)).contains(endpoint, "has failed " + TurnFailures.SAID_AFTER + " times in a row");
            assertThat(warnings.get(1)).contains(endpoint, "works again");
            assertThat(warnings).hasSize(2);
        }
    }

    /** A clock that throws at the end of each so manieth turn: to the server, a turn that failed. */
    private static final class FailingTurns implements LongSupplier {
        private final int each;
        private final AtomicLong turns = new AtomicLong();
        private final AtomicLong failures = new AtomicLong();
        private volatile boolean armed;

        FailingTurns(int each) {
            this.each = each;
        }

        @Override
        public long getAsLong() {
            boolean endOfTurn = armed
                    && StackWalker.getInstance()
                            .walk(frames -> frames.anyMatch(
                                    frame -> frame.getMethodName().equals("turned")));
            if (endOfTurn && turns.incrementAndGet() % each == 0) {
                failures.incrementAndGet();
                throw new IllegalStateException("a turn that fails for the test");
            }
            return System.nanoTime();
        }
    }

    /** Has so much time pass with turns of the reader in it, of which each answer of another instance proves one. */
    private void pass(Duration time) throws Exception {
        Duration step = Duration.ofNanos(ReadingTime.LONGEST_TURN_NANOS / 4);
        ExecutorService echo = Executors.newSingleThreadExecutor();
        try (RawInstance other = new RawInstance(server.endpoint())) {
            other.send(new Hello(8, "other", server.secret()));
            echo.execute(other::echo);
            eventually("the other is reached", () -> server.reaches(8));
            for (Duration passed = Duration.ZERO; passed.compareTo(time) < 0; passed = passed.plus(step)) {
                skippedNanos.addAndGet(step.toNanos());
                server.call(8, new byte[] {1}, TIMEOUT_NANOS);
            }
        } finally {
            echo.shutdownNow();
        }
    }

    private void assertStillWorks() throws IOException {
        try (RawInstance instance = new RawInstance(server.endpoint())) {
            instance.send(new Hello(9, "good", server.secret()));
            eventually("a good instance is reached", () -> server.reaches(9));
        }
    }

    private static byte[] frame(byte type, byte[] body) {
        return ByteBuffer.allocate(5 + body.length)
                .putInt(1 + body.length)
                .put(type)
                .put(body)
                .array();
    }
}
