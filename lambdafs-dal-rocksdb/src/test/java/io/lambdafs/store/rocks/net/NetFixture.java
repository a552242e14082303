package io.lambdafs.store.rocks.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Addresses, secrets and servers for the tests of this package. */
final class NetFixture {
    static final Secret SECRET = Secret.of("the secret of these tests".getBytes(StandardCharsets.US_ASCII));
    static final Secret OTHER_SECRET = Secret.of("another secret of these tests".getBytes(StandardCharsets.US_ASCII));
    static final Duration LONG = Duration.ofSeconds(60);
    static final Duration SHORT = Duration.ofMillis(100);

    private final Admission admission;

    /** With servers that do not encrypt. */
    NetFixture() {
        this(Admission.of(SECRET));
    }

    NetFixture(Admission admission) {
        this.admission = admission;
    }

    /** What servers of this fixture have logged. */
    final List<String> log = new CopyOnWriteArrayList<>();

    /** Why servers of this fixture have ended that nobody has closed. */
    final List<String> failures = new CopyOnWriteArrayList<>();

    /** A socket of each kind, in this directory or on a free port. */
    static Stream<EngineAddress> addresses(Path directory) {
        return Stream.of(unix(directory), tcp());
    }

    static EngineAddress unix(Path directory) {
        return EngineAddress.parse("unix:" + directory.resolve("s"));
    }

    static EngineAddress tcp() {
        return EngineAddress.parse("127.0.0.1:0");
    }

    EngineServer start(EngineAddress address, ServerLimits limits, LongFunction<ConnectionHandler> handlers)
            throws IOException {
        return EngineServer.start(
                address, admission, limits, (number, role) -> handlers.apply(number), log::add, failures::add);
    }

    EngineServer start(EngineAddress address, LongFunction<ConnectionHandler> handlers) throws IOException {
        return start(address, ServerLimits.defaults(), handlers);
    }

    EngineServer echo(EngineAddress address) throws IOException {
        return start(address, number -> new Echo());
    }

    static EngineClient client(EngineServer server) {
        return client(server, ClientBounds.defaults());
    }

    static EngineClient client(EngineServer server, ClientBounds bounds) {
        return EngineClient.connect(server.address(), SECRET, bounds);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] bytes(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        return bytes;
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** Waits, within a generous bound, for what other threads do. */
    static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("it did not happen within " + LONG);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** Answers each request with itself. */
    static final class Echo implements ConnectionHandler {
        @Override
        public void request(ByteBuffer payload, AnswerTo answer) {
            answer.send(bytes(payload));
        }

        @Override
        public void told(ByteBuffer payload) {
            // It has no answer.
        }

        @Override
        public void closed() {
            // It has nothing.
        }
    }

    /** Keeps requests until the test answers them, and counts the rest. One object for all connections of a server. */
    static final class Kept implements ConnectionHandler {
        final List<Held> requests = new CopyOnWriteArrayList<>();
        final List<String> told = new CopyOnWriteArrayList<>();
        final AtomicInteger closed = new AtomicInteger();

        /** A request, and where its answer goes. */
        record Held(String request, AnswerTo answer) {
            void echo() {
                answer.send(bytes(request));
            }
        }

        @Override
        public void request(ByteBuffer payload, AnswerTo answer) {
            requests.add(new Held(text(bytes(payload)), answer));
        }

        @Override
        public void told(ByteBuffer payload) {
            told.add(text(bytes(payload)));
        }

        @Override
        public void closed() {
            closed.incrementAndGet();
        }
    }
}
