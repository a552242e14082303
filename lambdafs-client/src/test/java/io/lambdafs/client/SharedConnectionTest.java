package io.lambdafs.client;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients of one JVM that have servers of their own and use one another's connections, over real sockets. */
final class SharedConnectionTest {
    private final Queue<RequestId> executed = new ConcurrentLinkedQueue<>();
    private final FakePlatform platform = new FakePlatform(1, this::execute);
    private final FakeFunction function = new FakeFunction(0, this::execute);
    private final StackSharing servers = StackSharing.withinJvm();
    private final ClientMetrics metrics = new ClientMetrics();
    private final AtomicLong sequence = new AtomicLong();
    private final UUID client = UUID.randomUUID();

    @AfterEach
    void close() {
        function.close();
        platform.close();
    }

    @Test
    void clientWithoutConnection_usesThatOfAnotherServer_andThenItsOwn() throws Exception {
        try (Cluster first = cluster(servers);
                Cluster second = cluster(servers)) {
            connect(first);

            Call call = call();
            assertThat(second.call(call).succeeded()).isTrue();

            assertThat(executed).filteredOn(call.id()::equals).hasSize(1);
            assertThat(metrics.sharing().withinJvm()).isEqualTo(1);
            eventually("the instance connects to the second server too", () -> second.tcpConnections() == 1);
            assertThat(second.call(call()).succeeded()).isTrue();
            assertThat(metrics.sharing().withinJvm()).isEqualTo(1);
            assertThat(platform.bodies()).hasSize(1);
        }
    }

    @Test
    void serverThatIsClosed_isUsedByNobody() throws Exception {
        try (Cluster second = cluster(servers)) {
            try (Cluster first = cluster(servers)) {
                connect(first);
            }
            assertThat(second.call(call()).succeeded()).isTrue();

            assertThat(metrics.sharing().withinJvm()).isZero();
            assertThat(platform.bodies()).hasSize(2);
        }
    }

    @Test
    void clientsThatDoNotShare_keepToTheirOwn() throws Exception {
        try (Cluster first = cluster(servers);
                Cluster second = cluster(StackSharing.withinJvm())) {
            connect(first);

            assertThat(second.call(call()).succeeded()).isTrue();

            assertThat(metrics.sharing().withinJvm()).isZero();
            assertThat(platform.bodies()).hasSize(2);
        }
    }

    @Test
    void clientsOfOneServer_areLimited() throws Exception {
        JvmClusters clusters = JvmClusters.instance();
        ClientConfig two = config(Map.of(ClientKey.TCP_MAX_CLIENTS, "2"));
        Cluster first = clusters.acquire(two);
        Cluster second = clusters.acquire(two);
        Cluster third = clusters.acquire(two);
        try {
            assertThat(second).isSameAs(first);
            assertThat(third).isNotSameAs(first);
            clusters.release(second);
            second = clusters.acquire(two);
            assertThat(second).as("a place that is free again").isSameAs(first);
            connect(first);
            assertThat(third.call(call()).succeeded()).isTrue();
            eventually("both servers have the connection", () -> third.tcpConnections() == 1);
            assertThat(platform.bodies()).hasSize(1);
        } finally {
            List.of(first, second, third).forEach(clusters::release);
        }
    }

    @Test
    void clientsWithOtherSettingsOfTheSameStack_share_unlessOneDeclines() throws Exception {
        JvmClusters clusters = JvmClusters.instance();
        Cluster first = clusters.acquire(config(Map.of()));
        Cluster other = clusters.acquire(config(Map.of(ClientKey.TCP_SPIN, "7")));
        Cluster alone = clusters.acquire(config(Map.of(ClientKey.SHARING, "none")));
        Cluster ofAnotherStack = clusters.acquire(config(Map.of(ClientKey.OPENWHISK_URL, platform.url() + "/other")));
        try {
            connect(first);

            assertThat(other.call(call()).succeeded()).isTrue();
            assertThat(platform.bodies()).hasSize(1);
            assertThat(alone.call(call()).succeeded()).isTrue();
            assertThat(platform.bodies()).hasSize(2);
            assertThat(ofAnotherStack.call(call()).succeeded()).isTrue();
            assertThat(platform.bodies()).hasSize(3);
        } finally {
            List.of(first, other, alone, ofAnotherStack).forEach(clusters::release);
        }
    }

    private void connect(Cluster cluster) throws InterruptedException {
        cluster.call(call());
        function.invokedWith(platform.bodies().get(0));
        eventually("a connection", () -> cluster.tcpConnections() == 1);
    }

    private Cluster cluster(StackSharing shared) throws IOException {
        return new Cluster(config(Map.of()), shared, new SystemEnvironment(), metrics);
    }

    private ClientConfig config(Map<ClientKey, String> settings) {
        Map<ClientKey, String> values = new EnumMap<>(ClientKey.class);
        values.put(ClientKey.OPENWHISK_URL, platform.url());
        values.put(ClientKey.OPENWHISK_AUTH, FakePlatform.KEY);
        values.put(ClientKey.HTTP_REPLACEMENT_PROBABILITY, "0");
        values.put(ClientKey.BACKOFF_MAX, "5");
        values.putAll(settings);
        return new ClientConfig(values);
    }

    private Call call() {
        RequestId id = new RequestId(client, sequence.incrementAndGet());
        return new Call(
                id, new Caller("alice", List.of("staff"), "here"), Route.toOwnerOf("/a"), "stat", new byte[] {1});
    }

    private ResponseEnvelope execute(RequestEnvelope request) {
        executed.add(request.id());
        return ResponseEnvelope.success(request.id(), new byte[] {1});
    }
}
