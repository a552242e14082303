package io.lambdafs.store.rocks.net;

import static io.lambdafs.store.rocks.net.NetFixture.LONG;
import static io.lambdafs.store.rocks.net.NetFixture.await;
import static io.lambdafs.store.rocks.net.NetFixture.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.store.rocks.net.EngineCallException.Fate;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Engines and clients with TLS over real sockets: what a listener sees, and which clients are refused and how. */
@Timeout(120)
final class SealedEngineTest {
    private static final String CONTENT = "/user/alice/a name that nobody shall read";

    @TempDir
    private Path directory;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Certificates certificates;
    private NetFixture fixture;

    @BeforeEach
    void makeCertificates() throws IOException {
        certificates = Certificates.in(directory);
        fixture = new NetFixture(Admission.of(NetFixture.SECRET).with(certificates.server()));
    }

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
    }

    private static EngineClient connect(EngineAddress address, EngineCredentials credentials) {
        return EngineClient.connect(address, credentials, ClientBounds.defaults(), EngineGreeting.NONE);
    }

    private EngineCredentials trusting(Certificates trusted) throws IOException {
        return EngineCredentials.of(NetFixture.SECRET).with(trusted.client());
    }

    private void assertRefused(EngineAddress address, EngineCredentials credentials, String... words) {
        assertThatThrownBy(() -> connect(address, credentials))
                .isInstanceOfSatisfying(
                        EngineCallException.class, e -> assertThat(e.fate()).isEqualTo(Fate.REFUSED))
                .hasMessageContainingAll(words);
    }

    @Test
    void listener_seesNoRequestAndNoAnswer_withTls_andBothWithout() throws Exception {
        assertThat(recorded(fixture, trusting(certificates))).doesNotContain(CONTENT);
        assertThat(recorded(new NetFixture(), EngineCredentials.of(NetFixture.SECRET)))
                .contains(CONTENT);
    }

    /** What goes over the wire, both ways, while a request is answered with itself. */
    private String recorded(NetFixture servers, EngineCredentials credentials) throws Exception {
        ByteArrayOutputStream seen = new ByteArrayOutputStream();
        try (EngineServer server = servers.echo(NetFixture.tcp());
                ServerSocketChannel listening =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            threads.execute(() -> carry(listening, server.address(), seen));
            EngineAddress between =
                    EngineAddress.tcp("127.0.0.1", listening.socket().getLocalPort());
            try (EngineClient client = connect(between, credentials)) {
                assertThat(client.ask(bytes(CONTENT), LONG)).isEqualTo(bytes(CONTENT));
            }
        }
        synchronized (seen) {
            return seen.toString(StandardCharsets.ISO_8859_1);
        }
    }

    private void carry(ServerSocketChannel listening, EngineAddress server, ByteArrayOutputStream seen) {
        try (SocketChannel client = listening.accept();
                SocketChannel engine = SocketChannel.open(server.resolve())) {
            threads.execute(() -> copy(engine, client, seen));
            copy(client, engine, seen);
        } catch (IOException e) {
            // The test is over.
        }
    }

    private static void copy(SocketChannel from, SocketChannel to, ByteArrayOutputStream seen) {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        try {
            while (from.read(buffer) >= 0) {
                buffer.flip();
                synchronized (seen) {
                    seen.write(buffer.array(), 0, buffer.limit());
                }
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                buffer.clear();
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    @Test
    void engineOfAnotherAuthority_isRefused_andTheFileIsNamed() throws Exception {
        Certificates others = Certificates.in(directory.resolve("others"));
        try (EngineServer server = fixture.echo(NetFixture.tcp())) {
            assertRefused(
                    server.address(),
                    trusting(others),
                    "is not trusted",
                    others.authorities().toString(),
                    "security/ca.crt");
            await(() -> !fixture.log.isEmpty());
            assertThat(connect(server.address(), trusting(certificates)).ask(bytes("hello"), LONG))
                    .isEqualTo(bytes("hello"));
        }
    }

    @Test
    void engineOfAnotherHost_isRefused() throws Exception {
        certificates.renew("db.example.org");
        try (EngineServer server =
                new NetFixture(Admission.of(NetFixture.SECRET).with(certificates.server())).echo(NetFixture.tcp())) {
            assertRefused(server.address(), trusting(certificates), "is for other hosts", "--host NAME");
        }
    }

    @Test
    void plainClient_isToldToUseTls() throws Exception {
        try (EngineServer server = fixture.echo(NetFixture.tcp())) {
            assertRefused(
                    server.address(),
                    EngineCredentials.of(NetFixture.SECRET),
                    "rocks+tls://HOST:PORT?authorities=FILE");
            await(() -> !fixture.log.isEmpty());
            assertThat(fixture.log).singleElement().asString().contains("without TLS");
        }
    }

    @Test
    void clientWithTls_isToldThatAPlainEngineHasNone() throws Exception {
        NetFixture plain = new NetFixture();
        try (EngineServer server = plain.echo(NetFixture.tcp())) {
            assertRefused(server.address(), trusting(certificates), "does not speak TLS", "--certificate and --key");
            await(() -> !plain.log.isEmpty());
            assertThat(plain.log).singleElement().asString().contains("its client speaks TLS");
        }
    }

    @Test
    void somethingElseThatListens_isSaidToBeNoEngine() throws Exception {
        try (ServerSocketChannel listening =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
            threads.execute(() -> {
                try (RawConnection connection = RawConnection.of(listening.accept())) {
                    connection.write(bytes("HTTP/1.1 400 Bad Request\r\n\r\n"));
                    connection.isClosedByTheOther();
                } catch (IOException e) {
                    // The test is over.
                }
            });
            assertRefused(
                    EngineAddress.tcp("127.0.0.1", listening.socket().getLocalPort()),
                    trusting(certificates),
                    "something else than an engine");
        }
    }

    @Test
    void secretIsAskedFor_alsoOfClientsThatTrustTheEngine() throws Exception {
        try (EngineServer server = fixture.echo(NetFixture.tcp())) {
            EngineCredentials wrong =
                    EngineCredentials.of(NetFixture.OTHER_SECRET).with(certificates.client());
            assertRefused(server.address(), wrong, "give both the same one");
        }
    }

    @Test
    void changedRecord_endsTheConnection_andIsPassedToNobody() throws Exception {
        NetFixture.Kept kept = new NetFixture.Kept();
        try (EngineServer server = fixture.start(NetFixture.tcp(), number -> kept);
                SocketChannel channel = SocketChannel.open(server.address().resolve())) {
            SocketTransport transport = handshakeOver(channel, server.address());
            ByteBuffer hello = ByteBuffer.wrap(Handshake.hello(ClientRole.OWNER, RawConnection.NONCE));
            transport.write(hello);
            ByteBuffer garbled = ByteBuffer.allocate(64)
                    .put((byte) 0x17)
                    .put((byte) 3)
                    .put((byte) 3)
                    .putShort((short) 59);
            channel.write(garbled.rewind());
            await(() -> !fixture.log.isEmpty());
            assertThat(fixture.log).singleElement().asString().contains("was closed");
            assertThat(kept.requests).isEmpty();
        }
    }

    /** A client's end on a socket that does not block. */
    private SocketTransport handshakeOver(SocketChannel channel, EngineAddress address) throws IOException {
        SocketTransport transport = over(channel, certificates.client().engine(address));
        await(() -> isSealed(transport));
        return transport;
    }

    @Test
    void whatDoesNotFit_isKeptForTheNextRead() throws Exception {
        NetFixture.Kept kept = new NetFixture.Kept();
        try (EngineServer server = fixture.start(NetFixture.tcp(), number -> kept);
                SocketChannel channel = SocketChannel.open(server.address().resolve())) {
            SocketTransport transport = handshakeOver(channel, server.address());
            transport.write(ByteBuffer.wrap(Handshake.hello(ClientRole.OWNER, RawConnection.NONCE)));
            ByteBuffer welcome = ByteBuffer.allocate(Handshake.WELCOME_BYTES).limit(Handshake.HEAD_BYTES);
            await(() -> readSome(transport, welcome));
            assertThat(transport.hasRest()).as("the rest of the record").isTrue();
            assertThat(transport.read(welcome.limit(Handshake.WELCOME_BYTES)))
                    .isEqualTo(Handshake.WELCOME_BYTES - Handshake.HEAD_BYTES);
            assertThat(transport.hasRest()).isFalse();
        }
    }

    /* A caller that is told that a request has not left may send it again. */
    @Test
    void bytesCountAsWritten_whenTheirWholeRecordHasLeft() throws Exception {
        try (ServerSocketChannel listening =
                        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                SocketChannel near = SocketChannel.open(listening.getLocalAddress());
                SocketChannel far = listening.accept()) {
            EngineAddress address =
                    EngineAddress.tcp("127.0.0.1", listening.socket().getLocalPort());
            SocketTransport client = over(near, certificates.client().engine(address));
            SocketTransport server = over(far, certificates.server().engine(address));
            await(() -> {
                boolean isClientSealed = isSealed(client);
                return isSealed(server) && isClientSealed;
            });
            ByteBuffer more = ByteBuffer.allocate(32 << 20);
            int written = client.write(more);
            assertThat(more.hasRemaining()).as("the kernel takes no more").isTrue();
            ByteBuffer arrived = ByteBuffer.allocate(more.capacity());
            await(() -> {
                readSome(server, arrived);
                return arrived.position() >= written;
            });
            assertThat(arrived.position()).isEqualTo(written);
        }
    }

    private static SocketTransport over(SocketChannel channel, SSLEngine engine) throws IOException {
        channel.configureBlocking(false);
        return new SealedTransport(channel, engine, new BufferPool(4), new byte[0]);
    }

    private static boolean isSealed(SocketTransport transport) {
        try {
            SocketTransport.Waiting waiting = transport.proceed();
            if (waiting == SocketTransport.Waiting.TASK) {
                transport.task().run();
            }
            return waiting == SocketTransport.Waiting.NOTHING;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean readSome(SocketTransport transport, ByteBuffer to) {
        try {
            return transport.read(to) > 0;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void largeRequests_thatTheKernelDoesNotTakeAtOnce_arriveAsTheyWere() throws Exception {
        byte[] request = new byte[3 << 20];
        new Random(7).nextBytes(request);
        List<byte[]> answers = new ArrayList<>();
        try (EngineServer server = fixture.echo(NetFixture.tcp());
                EngineClient client = connect(server.address(), trusting(certificates))) {
            for (int i = 0; i < 5; i++) {
                answers.add(client.ask(request, LONG));
            }
        }
        assertThat(answers).allSatisfy(answer -> assertThat(answer).isEqualTo(request));
    }

    @Test
    void renewedCertificate_isShownToTheNextClient_andTheOthersGoOn() throws Exception {
        try (EngineServer server = fixture.echo(NetFixture.tcp());
                EngineClient before = connect(server.address(), trusting(certificates))) {
            certificates.renew("127.0.0.1");
            try (EngineClient after = connect(server.address(), trusting(certificates))) {
                assertThat(after.ask(bytes("after"), LONG)).isEqualTo(bytes("after"));
            }
            assertThat(before.ask(bytes("before"), LONG)).isEqualTo(bytes("before"));
        }
        assertThat(fixture.log).isEmpty();
    }

    @Test
    void strangersInTheMiddleOfTheirHandshakes_holdUpNoClient() throws Exception {
        List<SocketChannel> strangers = new ArrayList<>();
        try (EngineServer server = fixture.echo(NetFixture.tcp());
                EngineClient client = connect(server.address(), trusting(certificates))) {
            for (int i = 0; i < 2 * ServerLimits.defaults().strangers(); i++) {
                SocketChannel stranger = SocketChannel.open(server.address().resolve());
                stranger.write(ByteBuffer.wrap(new byte[] {0x16, 3, 1}));
                strangers.add(stranger);
            }
            assertThat(client.ask(bytes("hello"), LONG)).isEqualTo(bytes("hello"));
        } finally {
            for (SocketChannel stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void certificateAtAUnixSocket_isRefused() {
        assertThatThrownBy(() -> fixture.echo(NetFixture.unix(directory)))
                .hasMessageContainingAll("leave out the certificate", "HOST:PORT");
    }
}
