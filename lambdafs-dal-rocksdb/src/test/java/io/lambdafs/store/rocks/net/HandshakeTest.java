package io.lambdafs.store.rocks.net;

import static io.lambdafs.store.rocks.net.NetFixture.LONG;
import static io.lambdafs.store.rocks.net.NetFixture.SECRET;
import static io.lambdafs.store.rocks.net.NetFixture.SHORT;
import static io.lambdafs.store.rocks.net.NetFixture.await;
import static io.lambdafs.store.rocks.net.NetFixture.bytes;
import static io.lambdafs.store.rocks.net.NetFixture.client;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.rocks.net.EngineCallException.Fate;
import io.lambdafs.store.rocks.net.NetFixture.Kept;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Both ends prove that they know the secret, and nobody else gets in. */
@Timeout(120)
final class HandshakeTest {
    @TempDir
    private Path directory = Path.of("");

    private final NetFixture fixture = new NetFixture();
    private final Kept kept = new Kept();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private EngineServer server() throws IOException {
        return fixture.start(NetFixture.unix(directory), number -> kept);
    }

    @Test
    void clientWithAnotherSecret_isRefused_andSaysWhatToDo() throws Exception {
        try (EngineServer server = server()) {
            assertThatThrownBy(() ->
                            EngineClient.connect(server.address(), NetFixture.OTHER_SECRET, ClientBounds.defaults()))
                    .isInstanceOfSatisfying(
                            EngineCallException.class, e -> assertThat(e.fate()).isEqualTo(Fate.REFUSED))
                    .hasMessageContaining("give both the same one");
        }
    }

    @Test
    void server_passesOnNothing_ofAClientThatDoesNotKnowTheSecret() throws Exception {
        try (EngineServer server = server();
                RawConnection connection = RawConnection.to(server)) {
            ByteBuffer welcome = connection.greet(RawConnection.NONCE);
            byte[] proof = new Handshake(
                            ClientRole.OWNER, NetFixture.OTHER_SECRET, RawConnection.NONCE, Handshake.nonce(welcome))
                    .clientProof();
            byte[] request = RawConnection.request(1, "let me in");
            // In one write: the server may have closed the connection before a second one.
            connection.write(ByteBuffer.allocate(proof.length + request.length)
                    .put(proof)
                    .put(request)
                    .array());
            assertThat(Handshake.status(connection.read(Handshake.HEAD_BYTES))).isEqualTo(Handshake.WRONG_SECRET);
            assertThat(connection.isClosedByTheOther()).isTrue();
            assertThat(kept.requests).isEmpty();
            await(() -> !fixture.log.isEmpty());
            assertThat(fixture.log).singleElement().asString().contains("does not know the secret");
        }
    }

    @Test
    void requestWithoutAHandshake_isPassedToNobody() throws Exception {
        try (EngineServer server = server();
                RawConnection connection = RawConnection.to(server)) {
            connection.write(RawConnection.request(1, "a request that is as long as a handshake would be, and longer"));
            assertThat(connection.isClosedByTheOther()).isTrue();
            assertThat(kept.requests).isEmpty();
        }
    }

    @Test
    void proofThatWasOverheard_provesNothingLater() throws Exception {
        try (EngineServer server = server();
                RawConnection first = RawConnection.to(server);
                RawConnection second = RawConnection.to(server)) {
            byte[] proof = RawConnection.handshake(RawConnection.NONCE, first.greet(RawConnection.NONCE))
                    .clientProof();
            first.write(proof);
            assertThat(Handshake.status(first.read(Handshake.HEAD_BYTES))).isEqualTo(Handshake.ACCEPTED);
            second.greet(RawConnection.NONCE);
            second.write(proof);
            assertThat(Handshake.status(second.read(Handshake.HEAD_BYTES))).isEqualTo(Handshake.WRONG_SECRET);
        }
    }

    @Test
    void serversOwnProof_isNoneOfAClient() throws Exception {
        try (EngineServer server = server();
                RawConnection connection = RawConnection.to(server)) {
            connection.write(Handshake.proof(connection.greet(RawConnection.NONCE)));
            assertThat(Handshake.status(connection.read(Handshake.HEAD_BYTES))).isEqualTo(Handshake.WRONG_SECRET);
        }
    }

    @Test
    void clientTellsNothing_toAServerThatDoesNotKnowTheSecret() throws Exception {
        try (ServerSocketChannel listening = impostor()) {
            CompletableFuture<Fate> asked =
                    CompletableFuture.supplyAsync(() -> refusalOf(listening, "secret"), threads);
            try (RawConnection connection = RawConnection.of(listening.accept())) {
                byte[] nonce = Handshake.nonce(connection.read(Handshake.HELLO_BYTES));
                connection.write(
                        new Handshake(ClientRole.OWNER, NetFixture.OTHER_SECRET, nonce, RawConnection.NONCE).welcome());
                assertThat(asked.get(60, TimeUnit.SECONDS)).isEqualTo(Fate.REFUSED);
                assertThatThrownBy(() -> connection.read(1))
                        .as("no proof and no request came")
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void clientsOwnProof_isNoneOfAServer() throws Exception {
        try (ServerSocketChannel listening = impostor()) {
            CompletableFuture<Fate> asked =
                    CompletableFuture.supplyAsync(() -> refusalOf(listening, "secret"), threads);
            try (RawConnection connection = RawConnection.of(listening.accept())) {
                byte[] nonce = Handshake.nonce(connection.read(Handshake.HELLO_BYTES));
                ByteBuffer reflected =
                        ByteBuffer.wrap(new Handshake(ClientRole.OWNER, SECRET, nonce, RawConnection.NONCE).welcome());
                reflected.put(
                        Handshake.WELCOME_BYTES - Handshake.PROOF_BYTES,
                        new Handshake(ClientRole.OWNER, SECRET, nonce, RawConnection.NONCE).clientProof());
                connection.write(reflected.array());
                assertThat(asked.get(60, TimeUnit.SECONDS)).isEqualTo(Fate.REFUSED);
            }
        }
    }

    @Test
    void clientOfAnotherVersion_isToldTheServersVersion() throws Exception {
        try (EngineServer server = server();
                RawConnection connection = RawConnection.to(server)) {
            byte[] hello = Handshake.hello(ClientRole.OWNER, RawConnection.NONCE);
            ByteBuffer.wrap(hello).putShort(4, (short) 7);
            connection.write(hello);
            ByteBuffer answer = connection.read(Handshake.HEAD_BYTES);
            assertThat(Handshake.version(answer)).isEqualTo(Handshake.VERSION);
            assertThat(Handshake.status(answer)).isEqualTo(Handshake.OTHER_VERSION);
            assertThat(connection.isClosedByTheOther()).isTrue();
            await(() -> !fixture.log.isEmpty());
            assertThat(fixture.log)
                    .singleElement()
                    .asString()
                    .contains("version 7")
                    .contains("version 1");
        }
    }

    @Test
    void serverOfAnotherVersion_isNamedToTheCaller() throws Exception {
        try (ServerSocketChannel listening = impostor()) {
            CompletableFuture<Fate> asked = CompletableFuture.supplyAsync(
                    () -> refusalOf(listening, "speaks version 7 of the protocol and this client version 1"), threads);
            try (RawConnection connection = RawConnection.of(listening.accept())) {
                connection.read(Handshake.HELLO_BYTES);
                byte[] head = Handshake.head(Handshake.OTHER_VERSION);
                ByteBuffer.wrap(head).putShort(4, (short) 7);
                connection.write(head);
                assertThat(asked.get(60, TimeUnit.SECONDS)).isEqualTo(Fate.REFUSED);
            }
        }
    }

    @Test
    void somethingElseThatListens_isSaidToBeNoEngine() throws Exception {
        try (ServerSocketChannel listening = impostor()) {
            CompletableFuture<Fate> asked =
                    CompletableFuture.supplyAsync(() -> refusalOf(listening, "something else than an engine"), threads);
            try (RawConnection connection = RawConnection.of(listening.accept())) {
                connection.write(bytes("HTTP/1.1 400 Bad Request\r\n\r\n"));
                assertThat(asked.get(60, TimeUnit.SECONDS)).isEqualTo(Fate.REFUSED);
            }
        }
    }

    @Test
    void serverThatDoesNotAnswerTheHandshake_isGivenUpWithinTheBound() throws Exception {
        try (ServerSocketChannel listening = impostor()) {
            EngineAddress address = addressOf(listening);
            assertThatThrownBy(() -> EngineClient.connect(
                            address, SECRET, ClientBounds.defaults().withConnect(SHORT)))
                    .isInstanceOfSatisfying(
                            EngineCallException.class, e -> assertThat(e.fate()).isEqualTo(Fate.NEVER_SENT))
                    .hasMessageContaining("does not answer");
        }
    }

    @Test
    void oneClientTooMany_isToldSo_theOthersGoOn_andItComesInWhenOneHasGone() throws Exception {
        try (EngineServer server = fixture.start(
                NetFixture.unix(directory), limits(2, 8, Duration.ofSeconds(5)), number -> new NetFixture.Echo())) {
            CompletableFuture<EngineClient> third;
            try (EngineClient first = client(server);
                    EngineClient second = client(server)) {
                assertThatThrownBy(() -> client(server, ClientBounds.defaults().withConnect(SHORT)))
                        .isInstanceOfSatisfying(
                                EngineCallException.class,
                                e -> assertThat(e.fate()).isEqualTo(Fate.NEVER_SENT))
                        .hasMessageContaining("as many clients as it takes");
                assertThat(first.ask(bytes("first"), LONG)).isEqualTo(bytes("first"));
                assertThat(second.ask(bytes("second"), LONG)).isEqualTo(bytes("second"));
                int refused = fixture.log.size();
                third = CompletableFuture.supplyAsync(
                        () -> client(server, ClientBounds.defaults().withConnect(LONG)), threads);
                await(() -> fixture.log.size() > refused);
            }
            try (EngineClient late = third.get(60, TimeUnit.SECONDS)) {
                assertThat(late.ask(bytes("third"), LONG)).isEqualTo(bytes("third"));
            }
        }
    }

    @Test
    void strangers_pushOutTheOldestOfThem_andNoClient() throws Exception {
        List<RawConnection> strangers = new ArrayList<>();
        try (EngineServer server =
                        fixture.start(NetFixture.unix(directory), limits(2, 4, LONG), number -> new NetFixture.Echo());
                EngineClient client = client(server)) {
            for (int i = 0; i < 6; i++) {
                strangers.add(RawConnection.to(server));
                // So that they come in this order.
                strangers.get(i).greet(RawConnection.NONCE);
            }
            assertThat(strangers.get(0).isClosedByTheOther()).isTrue();
            assertThat(strangers.get(1).isClosedByTheOther()).isTrue();
            assertThat(client.ask(bytes("client"), LONG)).isEqualTo(bytes("client"));
            strangers.get(5).write(new byte[Handshake.PROOF_BYTES]);
            assertThat(Handshake.status(strangers.get(5).read(Handshake.HEAD_BYTES)))
                    .as("the youngest is still heard")
                    .isEqualTo(Handshake.WRONG_SECRET);
        } finally {
            for (RawConnection stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void handshakeThatNeverEnds_isCut() throws Exception {
        try (EngineServer server = fixture.start(
                        NetFixture.unix(directory), limits(2, 4, SHORT), number -> new NetFixture.Echo());
                EngineClient client = client(server);
                RawConnection stranger = RawConnection.to(server)) {
            stranger.greet(RawConnection.NONCE);
            assertThat(stranger.isClosedByTheOther()).isTrue();
            assertThat(client.ask(bytes("client"), LONG)).isEqualTo(bytes("client"));
        }
    }

    @Test
    void secret_isInNoText() {
        assertThat(SECRET.toString()).doesNotContain("the secret of these tests");
    }

    private static ServerLimits limits(int connections, int strangers, Duration handshake) {
        ServerLimits usual = ServerLimits.defaults();
        return new ServerLimits(
                connections,
                strangers,
                usual.requests(),
                usual.frameBytes(),
                usual.unsentBytes(),
                handshake,
                usual.frame(),
                usual.stall());
    }

    private static ServerSocketChannel impostor() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static EngineAddress addressOf(ServerSocketChannel listening) {
        return EngineAddress.tcp("127.0.0.1", listening.socket().getLocalPort());
    }

    private static Fate refusalOf(ServerSocketChannel listening, String message) {
        try {
            EngineClient.connect(addressOf(listening), SECRET, ClientBounds.defaults());
            throw new AssertionError("the client has connected");
        } catch (EngineCallException e) {
            assertThat(e).hasMessageContaining(message);
            return e.fate();
        }
    }
}
