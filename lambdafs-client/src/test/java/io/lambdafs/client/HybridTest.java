package io.lambdafs.client;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.client.tcp.ReverseServer;
import io.lambdafs.client.tcp.ReverseServerSettings;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** HTTP and TCP together: a platform, an instance that connects back, and the client, over real sockets. */
final class HybridTest {
    private final Queue<RequestId> executed = new ConcurrentLinkedQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final FakePlatform platform = new FakePlatform(1, this::execute);
    private final FakeFunction function = new FakeFunction(0, this::execute);
    private final ClientMetrics metrics = new ClientMetrics();
    private final AtomicLong sequence = new AtomicLong();
    private final UUID client = UUID.randomUUID();

    @AfterEach
    void close() {
        release.countDown();
        function.close();
        platform.close();
    }

    @Test
    void secondCall_goesOverTheConnectionThatTheFirstOneCaused() throws Exception {
        try (Cluster cluster = cluster(Map.of())) {
            connect(cluster);

            assertThat(cluster.call(call("stat")).succeeded()).isTrue();

            assertThat(metrics.tcp().answered()).isEqualTo(1);
            assertThat(metrics.http().answered()).isEqualTo(1);
        }
    }

    @Test
    void largeResponse_arrivesWhole() throws Exception {
        try (Cluster cluster = cluster(Map.of())) {
            connect(cluster);

            ResponseEnvelope response = cluster.call(call("large"));

            assertThat(metrics.tcp().answered()).isEqualTo(1);
            assertThat(response.payload()).hasSize(5_000_000);
            for (int i = 0; i < response.payload().length; i += 99_991) {
                assertThat(response.payload()[i]).isEqualTo((byte) i);
            }
        }
    }

    @Test
    void encryptedConnection_isOffered_andCarriesCalls() throws Exception {
        try (Cluster cluster = cluster(Map.of(ClientKey.TCP_TLS, "true"))) {
            connect(cluster);

            ResponseEnvelope response = cluster.call(call("large"));

            assertThat(platform.bodies().get(0)).contains("\"certificate\":\"");
            assertThat(metrics.tcp().answered()).isEqualTo(1);
            assertThat(response.payload()).hasSize(5_000_000);
        }
    }

    @Test
    void plainConnection_isOfferedAsBefore() throws Exception {
        try (Cluster cluster = cluster(Map.of())) {
            cluster.call(call("stat"));

            assertThat(platform.bodies()).noneMatch(body -> body.contains("certificate"));
        }
    }

    @Test
    void lostConnection_isMadeUpForByHttpUnderTheSameId() throws Exception {
        try (Cluster cluster = cluster(Map.of())) {
            connect(cluster);
            Call call = call("die-over-tcp");

            assertThat(cluster.call(call).succeeded()).isTrue();

            assertThat(executed).filteredOn(call.id()::equals).hasSize(2);
            assertThat(metrics.tcp().failures()).isEqualTo(1);
            assertThat(metrics.http().answered()).isEqualTo(2);
        }
    }

    @Test
    void instanceThatDoesNotAnswer_isMadeUpForByHttp() throws Exception {
        try (Cluster cluster = cluster(Map.of(ClientKey.TCP_ATTEMPT_TIMEOUT, "50"))) {
            connect(cluster);
            Call call = call("hang-over-tcp");

            assertThat(cluster.call(call).succeeded()).isTrue();
            assertThat(cluster.call(call("stat")).succeeded()).isTrue();

            assertThat(metrics.tcp().failures()).isEqualTo(1);
            assertThat(metrics.http().answered()).isEqualTo(3);
        }
    }

    @Test
    void replacementProbabilityOfOne_sendsEverythingByHttp() throws Exception {
        try (Cluster cluster = cluster(Map.of(ClientKey.HTTP_REPLACEMENT_PROBABILITY, "1"))) {
            connect(cluster);

            cluster.call(call("stat"));

            assertThat(metrics.tcp().answered()).isZero();
            assertThat(metrics.http().answered()).isEqualTo(2);
        }
    }

    @Test
    void tcpSwitchedOff_offersNothing() throws Exception {
        try (Cluster cluster = cluster(Map.of(ClientKey.TCP_ENABLED, "false"))) {
            cluster.call(call("stat"));

            assertThat(platform.bodies()).hasSize(1).noneMatch(body -> body.contains("tcp"));
        }
    }

    @Test
    void platformGone_isNoticedByNobodyWhoHasAConnection() throws Exception {
        try (Cluster cluster = cluster(Map.of())) {
            connect(cluster);
            platform.close();

            assertThat(cluster.call(call("stat")).succeeded()).isTrue();
        }
    }

    @Test
    void repeatedOffers_openOneConnection() throws Exception {
        try (Cluster cluster = cluster(Map.of())) {
            connect(cluster);
            for (int i = 0; i < 10; i++) {
                function.invokedWith(platform.bodies().get(0));
            }

            assertThat(function.connections().connections()).isEqualTo(1);
            assertThat(cluster.tcpConnections()).isEqualTo(1);
        }
        eventually("the instance has noticed", () -> function.connections().connections() == 0);
    }

    @Test
    void clientThatCannotBeReached_isForgottenAndTriedAgain() throws Exception {
        UUID unreachable = UUID.randomUUID();
        int before = threads();
        for (int i = 0; i < 3; i++) {
            function.connections().connectIfAbsent(unreachable, List.of("127.0.0.1:1"), new byte[32]);
            eventually("the attempt has ended", () -> threads() <= before);
        }
        assertThat(function.connections().connections()).isZero();
    }

    @Test
    void offersThatCannotBe_areRefused() {
        for (List<String> endpoints : List.of(List.<String>of(), List.of("nowhere"), List.of("127.0.0.1:0"))) {
            assertThatThrownBy(() -> function.connections().connectIfAbsent(client, endpoints, new byte[32]))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> function.connections().connectIfAbsent(client, List.of("h:1"), new byte[65]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void wrongSecret_getsNoRequests() throws Exception {
        try (Cluster cluster = cluster(Map.of())) {
            cluster.call(call("first"));
            function.invokedWith(platform.bodies().get(0).replaceFirst("\"secret\":\"....", "\"secret\":\"AAAA"));
            cluster.call(call("second"));

            eventually("it is turned away", () -> function.connections().connections() == 0);
            assertThat(cluster.tcpConnections()).isZero();
            assertThat(metrics.http().answered()).isEqualTo(2);
        }
    }

    @Test
    void callThatThePlatformLeavesWaiting_isAnsweredOverTheConnectionThatIsThere() throws Exception {
        try (Cluster cluster =
                cluster(Map.of(ClientKey.HTTP_REPLACEMENT_PROBABILITY, "1", ClientKey.HTTP_HEDGE, "1"))) {
            connect(cluster);
            platform.next(this::neverAnswers);
            Call call = call("stat");

            assertThat(cluster.call(call).succeeded()).isTrue();

            assertThat(metrics.hedges()).isEqualTo(1);
            assertThat(metrics.resubmissions()).isZero();
            assertThat(executed).filteredOn(call.id()::equals).hasSize(1);
        }
    }

    @Test
    void callThatThePlatformLeavesWaiting_isAnsweredOverTheConnectionThatAppears() throws Exception {
        ExecutorService caller = Executors.newSingleThreadExecutor();
        try (Cluster cluster = cluster(Map.of(ClientKey.HTTP_HEDGE, "1"))) {
            platform.next(this::neverAnswers);
            Future<ResponseEnvelope> waiting = caller.submit(() -> cluster.call(call("stat")));
            eventually("the platform has the call", () -> !platform.bodies().isEmpty());

            function.invokedWith(platform.bodies().get(0));

            assertThat(waiting.get(20, TimeUnit.SECONDS).succeeded()).isTrue();
            assertThat(metrics.resubmissions()).isZero();
        } finally {
            caller.shutdownNow();
        }
    }

    @Test
    void instanceThatThePlatformHasCalled_saysSoToItsClients() throws Exception {
        ReverseServerSettings settings =
                new ReverseServerSettings("127.0.0.1", "127.0.0.1", 4, 4, Duration.ofSeconds(10), Duration.ofMillis(1));
        try (ReverseServer server = ReverseServer.open(settings, System::nanoTime, warning -> {})) {
            function.connections().connectIfAbsent(server.client(), List.of(server.endpoint()), server.secret());
            eventually("connected", () -> server.reaches(0));
            assertThat(server.activatedAt(0)).as("before").isEqualTo(Long.MIN_VALUE);
            long before = System.nanoTime();

            function.connections().activated(before);

            eventually("the client knows", () -> server.activatedAt(0) >= before);
        }
    }

    private boolean neverAnswers(HttpExchange exchange, RequestEnvelope request) {
        platform.awaitClose();
        return true;
    }

    @Test
    void functionsThatNeverConnectBack_areTheUsersBusinessOnce() throws Exception {
        MovedEnvironment environment = new MovedEnvironment();
        try (Cluster cluster = cluster(Map.of(ClientKey.TCP_BIND_ADDRESS, "127.0.0.2"), environment)) {
            for (int i = 0; i < ConnectBackWatch.ANSWERS; i++) {
                cluster.call(call("stat"));
            }
            assertThat(environment.warnings())
                    .as("instances may still be connecting")
                    .isEmpty();
            environment.pass(ConnectBackWatch.PATIENCE_NANOS);
            cluster.call(call("stat"));
            cluster.call(call("stat"));
        }
        assertThat(environment.warnings()).hasSize(1);
        assertThat(environment.warnings().get(0))
                .contains("lambdafs.client.tcp.bind-address (now 127.0.0.2)", "lambdafs.client.tcp.advertised-address");
    }

    @Test
    void functionThatHasConnectedBack_isNeverComplainedAbout() throws Exception {
        MovedEnvironment environment = new MovedEnvironment();
        try (Cluster cluster = cluster(Map.of(ClientKey.HTTP_REPLACEMENT_PROBABILITY, "1"), environment)) {
            connect(cluster);
            function.connections().close();
            eventually("the connection is gone", () -> cluster.tcpConnections() == 0);
            environment.pass(ConnectBackWatch.PATIENCE_NANOS);
            for (int i = 0; i < 2 * ConnectBackWatch.ANSWERS; i++) {
                cluster.call(call("stat"));
            }
        }
        assertThat(environment.warnings()).isEmpty();
    }

    private static int threads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("fake-function"))
                .count();
    }

    private void connect(Cluster cluster) throws InterruptedException {
        cluster.call(call("first"));
        function.invokedWith(platform.bodies().get(0));
        eventually("a connection", () -> cluster.tcpConnections() == 1);
    }

    private Cluster cluster(Map<ClientKey, String> settings) throws IOException {
        return cluster(settings, new SystemEnvironment());
    }

    private Cluster cluster(Map<ClientKey, String> settings, ClientEnvironment environment) throws IOException {
        Map<ClientKey, String> values = new EnumMap<>(ClientKey.class);
        values.put(ClientKey.OPENWHISK_URL, platform.url());
        values.put(ClientKey.OPENWHISK_AUTH, FakePlatform.KEY);
        values.put(ClientKey.HTTP_REPLACEMENT_PROBABILITY, "0");
        values.put(ClientKey.BACKOFF_MAX, "5");
        values.putAll(settings);
        return new Cluster(new ClientConfig(values), StackSharing.withinJvm(), environment, metrics);
    }

    private Call call(String method) {
        RequestId id = new RequestId(client, sequence.incrementAndGet());
        return new Call(
                id, new Caller("alice", List.of("staff"), "here"), Route.toOwnerOf("/a"), method, new byte[] {1});
    }

    private ResponseEnvelope execute(RequestEnvelope request) {
        executed.add(request.id());
        boolean overTcp = Thread.currentThread().getName().equals("fake-function");
        if (overTcp && request.method().equals("die-over-tcp")) {
            function.connections().close();
        }
        if (overTcp && request.method().equals("hang-over-tcp")) {
            awaitRelease();
        }
        byte[] payload = new byte[request.method().equals("large") ? 5_000_000 : 1];
        for (int i = 0; i < payload.length; i++) {
            payload[i] = (byte) i;
        }
        return ResponseEnvelope.success(request.id(), payload);
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
