package io.lambdafs.client.tcp;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.namenode.RequestHandler;
import io.lambdafs.namenode.rpc.ClientConnections;
import io.lambdafs.namenode.rpc.ClientOffer;
import io.lambdafs.namenode.rpc.RpcConfig;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import io.lambdafs.wire.frame.Challenge;
import io.lambdafs.wire.frame.Hello;
import io.lambdafs.wire.frame.HelloProof;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Connections that functions open back over TLS: real instances, false ones, and somebody between the two ends. */
final class SealedReverseTest {
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(20);
    /** More than there are places for connections that have not shown the secret. */
    private static final int STRANGERS = 200;

    private static final int MANY_STRANGERS = 1_000;
    private static final String PATH = "/user/alice/secret-plan";
    private static final ReverseServerSettings PLAIN =
            new ReverseServerSettings("127.0.0.1", "127.0.0.1", 4, 64, Duration.ofSeconds(10), Duration.ofMillis(1));

    private final ExecutorService requests = Executors.newFixedThreadPool(4, SealedReverseTest::daemon);
    private final AtomicLong skippedNanos = new AtomicLong();
    private ReverseServer server;
    private ClientConnections instance;

    @BeforeEach
    void open() throws IOException {
        server = open(PLAIN.encrypted());
        instance = instance(RpcConfig.of(0, "i"));
    }

    private ReverseServer open(ReverseServerSettings settings) throws IOException {
        return ReverseServer.open(settings, () -> System.nanoTime() + skippedNanos.get(), warning -> {});
    }

    /** Answers with the request's own payload. */
    private ClientConnections instance(RpcConfig config) {
        RequestHandler echo = request -> ResponseEnvelope.success(request.id(), request.payload());
        return new ClientConnections(config, echo, requests, SealedReverseTest::daemon);
    }

    @AfterEach
    void close() {
        instance.close();
        server.close();
        requests.shutdownNow();
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "sealed-reverse-test");
        thread.setDaemon(true);
        return thread;
    }

    private static ClientOffer offer(ReverseServer server, String endpoint, byte[] certificate) {
        return new ClientOffer(
                server.client(), List.of(endpoint), server.secret(), certificate, ResponseEnvelope.VERSION);
    }

    private static ClientOffer offer(ReverseServer server) {
        return offer(server, server.endpoint(), server.certificate());
    }

    private static byte[] echoed(ReverseServer server, byte[] payload) throws Exception {
        RequestEnvelope request = new RequestEnvelope(
                new RequestId(UUID.randomUUID(), 1),
                new Caller("alice", List.of(), "127.0.0.1"),
                RequestLife.UNDATED,
                "getFileInfo",
                payload);
        return ResponseEnvelope.decode(server.call(0, request.encode(), TIMEOUT_NANOS))
                .payload();
    }

    private static HelloProof proof(ReverseServer server) {
        return new HelloProof(server.client(), server.certificate(), server.secret());
    }

    @Test
    void calls_areAnswered_ofAllSizesAndManyAtOnce() throws Exception {
        instance.connectIfAbsent(offer(server));
        eventually("connected", () -> server.reaches(0));
        for (int size : new int[] {0, 1, 16_384, 32 * 1024, 500_000}) {
            byte[] payload = new byte[size];
            java.util.Arrays.fill(payload, (byte) size);
            assertThat(echoed(server, payload)).isEqualTo(payload);
        }
        List<CompletableFuture<byte[]>> calls = new ArrayList<>();
        ExecutorService callers = Executors.newFixedThreadPool(16, SealedReverseTest::daemon);
        for (int i = 0; i < 400; i++) {
            byte[] payload = new byte[i * 100 + 4];
            calls.add(CompletableFuture.supplyAsync(() -> echoedUnchecked(payload), callers));
        }
        for (int i = 0; i < calls.size(); i++) {
            assertThat(calls.get(i).get(60, TimeUnit.SECONDS)).hasSize(i * 100 + 4);
        }
        callers.shutdownNow();
        assertThat(server.lost()).isZero();
        assertThat(instance.connections()).isEqualTo(1);
    }

    private byte[] echoedUnchecked(byte[] payload) {
        try {
            return echoed(server, payload);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void signsOfLifeAndGoodbye_areSealedToo() throws Exception {
        instance.connectIfAbsent(offer(server));
        eventually("connected", () -> server.reaches(0));
        eventually("greeted", () -> instance.connections() == 1);
        instance.activated(1);
        eventually("the client knows", () -> server.activatedAt(0) != Long.MIN_VALUE);
        instance.retireAll();
        eventually("asked no more", () -> !server.reaches(0));
        instance.closeRetired();
        eventually("gone", () -> server.connections() == 0);
        assertThat(server.lost()).as("it has said goodbye").isZero();
    }

    @Test
    void listenerBetweenTheEnds_seesNoPaths() throws Exception {
        byte[] path = PATH.getBytes(StandardCharsets.UTF_8);
        try (Relay relay = new Relay(server.endpoint())) {
            instance.connectIfAbsent(offer(server, relay.endpoint(), server.certificate()));
            eventually("connected", () -> server.reaches(0));
            assertThat(echoed(server, path)).isEqualTo(path);
            assertThat(relay.seen()).isNotEmpty().doesNotContain(PATH, "alice");
        }
        // The same without encryption, so that the relay is known to see what can be seen.
        try (ReverseServer plain = open(PLAIN);
                Relay relay = new Relay(plain.endpoint())) {
            instance.connectIfAbsent(offer(plain, relay.endpoint(), new byte[0]));
            eventually("connected", () -> plain.reaches(0));
            assertThat(echoed(plain, path)).isEqualTo(path);
            assertThat(relay.seen()).contains(PATH, "alice");
        }
    }

    @Test
    void helloOfAnotherConnection_isWorthNothing() throws Exception {
        Hello recorded;
        try (SealedInstance first = new SealedInstance(server)) {
            recorded = proof(server).hello(first.awaitChallenge(), 0, "i");
            first.send(recorded);
            eventually("the first is taken", () -> server.reaches(0));
        }
        eventually("the first is gone", () -> server.lost() == 1);
        try (SealedInstance second = new SealedInstance(server)) {
            Challenge unused = second.awaitChallenge();
            second.send(recorded);
            assertThat(second.isClosedByPeer()).isTrue();
        }
        eventually("the second is gone", () -> server.connections() == 0);
        assertThat(server.lost())
                .as("the second was not taken for an instance's, which ended later")
                .isEqualTo(1);
    }

    @Test
    void helloWithTheSecretItself_isRefused() throws Exception {
        try (SealedInstance told = new SealedInstance(server)) {
            Challenge unused = told.awaitChallenge();
            told.send(new Hello(0, "i", server.secret()));
            assertThat(told.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void proofForAnotherNameClientOrCertificate_isRefused() throws Exception {
        List<HelloProof> proofs = List.of(
                new HelloProof(UUID.randomUUID(), server.certificate(), server.secret()),
                new HelloProof(server.client(), new byte[32], server.secret()),
                new HelloProof(server.client(), server.certificate(), new byte[32]));
        for (HelloProof wrong : proofs) {
            try (SealedInstance other = new SealedInstance(server)) {
                other.send(wrong.hello(other.awaitChallenge(), 0, "i"));
                assertThat(other.isClosedByPeer()).isTrue();
            }
        }
        for (Hello claimed : List.of(new Hello(1, "i", new byte[0]), new Hello(0, "j", new byte[0]))) {
            try (SealedInstance other = new SealedInstance(server)) {
                Hello own = proof(server).hello(other.awaitChallenge(), 0, "i");
                other.send(out -> {
                    int begin = out.position();
                    own.writeTo(out);
                    // The deployment, and the one letter of the name.
                    out.putInt(begin + 5, claimed.deployment());
                    out.put(begin + 13, (byte) claimed.instance().charAt(0));
                });
                assertThat(other.isClosedByPeer()).isTrue();
            }
        }
        assertThat(server.wasReached()).isFalse();
    }

    @Test
    void otherCertificateThanTheOneOffered_isLeft() throws Exception {
        try (SealedInstance other = new SealedInstance(server, new byte[32])) {
            assertThatThrownBy(other::awaitChallenge).hasMessageContaining("another certificate");
        }
        instance.connectIfAbsent(offer(server, server.endpoint(), new byte[32]));
        // While it has not given up, further offers are overlooked.
        eventually("connected", () -> {
            instance.connectIfAbsent(offer(server));
            return server.reaches(0);
        });
    }

    @Test
    void plainInstance_isTurnedAway_andSoIsAnEncryptedOneByAPlainServer() throws Exception {
        try (RawInstance plain = new RawInstance(server.endpoint())) {
            plain.send(new Hello(0, "i", server.secret()));
            assertThat(plain.isClosedByPeer()).isTrue();
        }
        assertThat(server.wasReached()).isFalse();
        try (ReverseServer other = open(PLAIN);
                Relay relay = new Relay(other.endpoint())) {
            instance.connectIfAbsent(offer(other, relay.endpoint(), server.certificate()));
            eventually("it has spoken", () -> relay.bytes() > 100);
            eventually("given up", () -> relay.isOver());
            assertThat(other.wasReached()).isFalse();
            assertThat(relay.seen()).doesNotContain(new String(other.secret(), StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void repeatedBytes_andBytesThatWereNotSealed_endTheConnection() throws Exception {
        try (SealedInstance repeating = new SealedInstance(server)) {
            byte[] sent = repeating.send(proof(server).hello(repeating.awaitChallenge(), 0, "i"));
            eventually("taken", () -> server.reaches(0));
            repeating.sendBody(sent);
            assertThat(repeating.isClosedByPeer()).isTrue();
        }
        try (SealedInstance careless = new SealedInstance(server)) {
            careless.send(proof(server).hello(careless.awaitChallenge(), 0, "i"));
            eventually("taken", () -> server.reaches(0));
            // A sign of life as over a plain connection.
            careless.sendBody(new byte[] {2, 0, 0, 0, 0});
            assertThat(careless.isClosedByPeer()).isTrue();
        }
    }

    @Test
    void instanceInSecureMode_overlooksOffersThatAreNotEncrypted() throws Exception {
        try (ReverseServer plain = open(PLAIN);
                ClientConnections secure = instance(RpcConfig.of(0, "i").withOnlyEncrypted(true))) {
            secure.connectIfAbsent(offer(plain, plain.endpoint(), new byte[0]));
            assertThat(secure.refused()).isEqualTo(1);
            assertThat(plain.wasReached()).isFalse();
            secure.connectIfAbsent(offer(server));
            eventually("connected", () -> server.reaches(0));
        }
    }

    @Test
    void strangersThatNeverFinishTheirHandshake_keepNobodyOut() throws Exception {
        standBetween(STRANGERS);
    }

    @Test
    @Tag("long")
    void thousandStrangers_keepNobodyOut() throws Exception {
        standBetween(MANY_STRANGERS);
    }

    private void standBetween(int count) throws Exception {
        List<Socket> strangers = new ArrayList<>();
        try {
            int port = Integer.parseInt(server.endpoint().replaceFirst(".*:", ""));
            for (int i = 0; i < count; i++) {
                Socket stranger = new Socket(InetAddress.getLoopbackAddress(), port);
                stranger.setSoTimeout(20_000);
                strangers.add(stranger);
                // A frame that is announced, and the beginning of a record in it.
                stranger.getOutputStream().write(new byte[] {0, 0, 1, 0, 0x16, 3, 1});
            }
            instance.connectIfAbsent(offer(server));
            eventually("connected", () -> server.reaches(0));
            assertThat(strangers.get(0).getInputStream().readAllBytes()).hasSizeLessThan(64);
        } finally {
            for (Socket stranger : strangers) {
                stranger.close();
            }
        }
    }

    @Test
    void handshakeWithoutAnEnd_hasFiveSeconds() throws Exception {
        try (SealedInstance slow = new SealedInstance(server)) {
            Challenge unused = slow.awaitChallenge();
            for (int i = 0; i < 200; i++) {
                skippedNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(400));
            }
            eventually("its time is over", () -> {
                skippedNanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(400));
                return slow.isOver();
            });
        }
    }

    @Test
    void withoutEncryption_nothingSaysThatThereIsAny() throws Exception {
        try (ReverseServer plain = open(PLAIN)) {
            assertThat(plain.certificate()).isEmpty();
            assertThat(plain.invitation().certificate()).isEmpty();
        }
        assertThat(server.invitation().certificate())
                .isEqualTo(server.certificate())
                .hasSize(32);
    }
}
