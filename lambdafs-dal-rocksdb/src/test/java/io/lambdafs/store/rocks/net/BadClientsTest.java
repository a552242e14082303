package io.lambdafs.store.rocks.net;

import static io.lambdafs.store.rocks.net.NetFixture.LONG;
import static io.lambdafs.store.rocks.net.NetFixture.SHORT;
import static io.lambdafs.store.rocks.net.NetFixture.await;
import static io.lambdafs.store.rocks.net.NetFixture.bytes;
import static io.lambdafs.store.rocks.net.NetFixture.client;
import static io.lambdafs.store.rocks.net.NetFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.rocks.net.NetFixture.Echo;
import io.lambdafs.store.rocks.net.NetFixture.Kept;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What clients that know the secret may do to a server, and what another client notices of it: nothing. */
@Timeout(120)
final class BadClientsTest {
    private static final int FRAME_BYTES = 64 << 10;
    private static final int MOST_REQUESTS = 4;

    @TempDir
    private Path directory = Path.of("");

    private final NetFixture fixture = new NetFixture();
    private final Kept kept = new Kept();
    private final AtomicInteger connections = new AtomicInteger();
    private final List<AutoCloseable> open = new ArrayList<>();

    /** The first connection of a server gets the handler under test, and all others get an echo. */
    private EngineServer server(Duration frame, Duration stall, ConnectionHandler first) throws IOException {
        ServerLimits limits = new ServerLimits(8, 8, MOST_REQUESTS, FRAME_BYTES, FRAME_BYTES, LONG, frame, stall);
        EngineServer server = fixture.start(
                NetFixture.unix(directory), limits, number -> connections.incrementAndGet() == 1 ? first : new Echo());
        open.add(server);
        return server;
    }

    private RawConnection proven(EngineServer server) throws IOException {
        RawConnection connection = RawConnection.proven(server);
        open.add(connection);
        return connection;
    }

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private static void requireServed(EngineServer server) {
        try (EngineClient other = client(server)) {
            assertThat(other.ask(bytes("other"), LONG)).isEqualTo(bytes("other"));
        }
    }

    private void requireCut(EngineServer server, RawConnection connection, String reason) {
        assertThat(connection.isClosedByTheOther()).isTrue();
        await(() -> kept.closed.get() == 1);
        assertThat(fixture.log).singleElement().asString().contains(reason);
        requireServed(server);
        assertThat(kept.closed).as("told once").hasValue(1);
    }

    @Test
    void frameThatIsTooLong_isCut_andTakesNoMemory() throws Exception {
        EngineServer server = server(LONG, LONG, kept);
        RawConnection connection = proven(server);
        connection.write(
                ByteBuffer.allocate(Frames.LENGTH_BYTES).putInt(FRAME_BYTES - 3).array());
        requireCut(server, connection, "a frame says that 65533 bytes follow");
    }

    @Test
    void garbage_isCut() throws Exception {
        EngineServer server = server(LONG, LONG, kept);
        RawConnection connection = proven(server);
        connection.write(bytes("GET / HTTP/1.1\r\n\r\n"));
        requireCut(server, connection, "a frame says that");
    }

    @Test
    void frameThatIsTooShort_isCut() throws Exception {
        EngineServer server = server(LONG, LONG, kept);
        RawConnection connection = proven(server);
        connection.write(new byte[Frames.LENGTH_BYTES]);
        requireCut(server, connection, "a frame says that 0 bytes follow");
    }

    @Test
    void frameOfAnUnknownKind_isCut() throws Exception {
        EngineServer server = server(LONG, LONG, kept);
        RawConnection connection = proven(server);
        connection.write(RawConnection.frame(Frames.ANSWER, 1, bytes("who asked?")));
        requireCut(server, connection, "a frame of kind 3");
    }

    @Test
    void frameThatNeverEnds_isCut() throws Exception {
        EngineServer server = server(SHORT, LONG, kept);
        RawConnection connection = proven(server);
        connection.write(new byte[] {0, 0, 0});
        requireCut(server, connection, "a frame has begun and not ended");
    }

    @Test
    void connectionThatSendsNothing_isNotCut() throws Exception {
        EngineServer server = server(SHORT, SHORT, new Echo());
        RawConnection idle = proven(server);
        RawConnection unfinished = proven(server);
        unfinished.write(new byte[] {0});
        assertThat(unfinished.isClosedByTheOther())
                .as("the bound has passed for both")
                .isTrue();
        idle.write(RawConnection.request(1, "still here"));
        assertThat(text(idle.readFrame())).isEqualTo("still here");
    }

    @Test
    void clientThatSendsByteByByte_isServed() throws Exception {
        EngineServer server = server(LONG, LONG, new Echo());
        RawConnection slow = proven(server);
        for (int call = 1; call <= 3; call++) {
            for (byte one : RawConnection.request(call, "slowly " + call)) {
                slow.write(new byte[] {one});
            }
            assertThat(text(slow.readFrame())).isEqualTo("slowly " + call);
        }
    }

    @Test
    void requestsThatArriveTogether_areAnsweredTogether() throws Exception {
        List<RawConnection> client = new CopyOnWriteArrayList<>();
        List<Integer> arrived = new CopyOnWriteArrayList<>();
        EngineServer server = server(LONG, LONG, counting(new AtomicInteger(), request -> {
            // The client's end of the socket, looked at before this request is answered.
            arrived.add(client.get(0).readNow());
            return request;
        }));
        client.add(proven(server));
        ByteBuffer together = ByteBuffer.allocate(MOST_REQUESTS * (Frames.HEADER_BYTES + 1));
        for (int call = 1; call <= MOST_REQUESTS; call++) {
            together.put(RawConnection.request(call, "x"));
        }
        client.get(0).write(together.array());
        await(() -> arrived.size() == MOST_REQUESTS);
        assertThat(arrived).as("bytes that came before the last request").containsOnly(0);
    }

    @Test
    void cutThatComesInTheMiddleOfAFrame_isQuiet() throws Exception {
        EngineServer server = server(LONG, LONG, kept);
        RawConnection connection = proven(server);
        connection.write(new byte[] {0, 0, 1, 0, 1});
        connection.close();
        await(() -> kept.closed.get() == 1);
        assertThat(fixture.log).as("clients may die").isEmpty();
        requireServed(server);
    }

    @Test
    void requestsBeyondTheBound_waitInTheSocket() throws Exception {
        EngineServer server = server(LONG, LONG, kept);
        RawConnection eager = proven(server);
        for (int call = 1; call <= 3 * MOST_REQUESTS; call++) {
            eager.write(RawConnection.request(call, "request " + call));
        }
        await(() -> kept.requests.size() >= MOST_REQUESTS);
        // A whole exchange with another client passes, and no more are taken meanwhile.
        requireServed(server);
        assertThat(kept.requests).hasSize(MOST_REQUESTS);
        for (int call = 1; call <= 3 * MOST_REQUESTS; call++) {
            int passed = call;
            await(() -> kept.requests.size() >= passed);
            kept.requests.get(call - 1).echo();
            assertThat(text(eager.readFrame())).isEqualTo("request " + call);
            requireServed(server);
            assertThat(kept.requests).hasSizeLessThanOrEqualTo(call + MOST_REQUESTS);
        }
    }

    @Test
    void clientThatReadsNothing_isReadNoMore_andThenCut() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        EngineServer server = server(LONG, SHORT, counting(asked, request -> new byte[FRAME_BYTES / 2]));
        RawConnection deaf = proven(server);
        // Far more answers than the socket's buffers, and far fewer requests.
        byte[] request = RawConnection.request(1, "");
        for (int i = 0; i < 200; i++) {
            deaf.write(request);
        }
        await(() -> kept.closed.get() == 1);
        assertThat(fixture.log).singleElement().asString().contains("has read none of its answers");
        assertThat(asked).as("most requests were never read").hasValueLessThan(100);
        requireServed(server);
    }

    @Test
    void clientThatReadsLate_getsEverything() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        EngineServer server = server(LONG, LONG, counting(asked, request -> new byte[FRAME_BYTES / 2]));
        RawConnection late = proven(server);
        byte[] request = RawConnection.request(1, "");
        for (int i = 0; i < 200; i++) {
            late.write(request);
        }
        for (int i = 0; i < 200; i++) {
            assertThat(late.readFrame()).hasSize(FRAME_BYTES / 2);
        }
        assertThat(asked).hasValue(200);
    }

    @Test
    void answersThatPileUpBeyondAllBounds_endTheConnection() throws Exception {
        int many = 16;
        ServerLimits limits = new ServerLimits(8, 8, many, FRAME_BYTES, FRAME_BYTES / 8, LONG, LONG, LONG);
        EngineServer server = fixture.start(
                NetFixture.unix(directory), limits, number -> connections.incrementAndGet() == 1 ? kept : new Echo());
        open.add(server);
        RawConnection deaf = proven(server);
        for (int call = 1; call <= many; call++) {
            deaf.write(RawConnection.request(call, "request"));
        }
        await(() -> kept.requests.size() == many);
        // All were taken before the first answer, so the bound on reading comes too late.
        kept.requests.forEach(request -> request.answer().sendLater(new byte[FRAME_BYTES / 2]));
        requireCut(server, deaf, "does not read its answers");
    }

    @Test
    void handlerThatThrows_endsItsConnectionOnly() throws Exception {
        EngineServer server = server(LONG, LONG, counting(new AtomicInteger(), request -> {
            throw new IllegalStateException("a fault of the handler");
        }));
        RawConnection connection = proven(server);
        connection.write(RawConnection.request(1, "boom"));
        requireCut(server, connection, "a fault of the handler");
    }

    @Test
    void manyFaults_makeFewLines() throws Exception {
        EngineServer server = server(LONG, LONG, new Echo());
        for (int i = 0; i < 5 * Warnings.MOST_LINES; i++) {
            try (RawConnection connection = RawConnection.to(server)) {
                connection.write(bytes("nonsense"));
                assertThat(connection.isClosedByTheOther()).isTrue();
            }
        }
        assertThat(fixture.log).hasSizeLessThanOrEqualTo(2 * Warnings.MOST_LINES + 1);
        requireServed(server);
    }

    private ConnectionHandler counting(AtomicInteger asked, UnaryOperator<byte[]> answer) {
        return new ConnectionHandler() {
            @Override
            public void request(ByteBuffer payload, AnswerTo to) {
                asked.incrementAndGet();
                to.send(answer.apply(bytes(payload)));
            }

            @Override
            public void told(ByteBuffer payload) {
                kept.told(payload);
            }

            @Override
            public void closed() {
                kept.closed();
            }
        };
    }
}
