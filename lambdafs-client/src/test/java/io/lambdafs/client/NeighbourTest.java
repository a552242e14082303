package io.lambdafs.client;

import static io.lambdafs.client.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.sharing.SharingMetrics;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that uses the connection of another process of its user. */
final class NeighbourTest {
    @TempDir
    Path temporary;

    private final Queue<RequestId> executed = new ConcurrentLinkedQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final FakePlatform platform = new FakePlatform(1, this::execute);
    private final FakeFunction function = new FakeFunction(0, this::execute);
    private final SharingMetrics sharing = ClientMetrics.ofThisJvm().sharing();
    private final AtomicLong sequence = new AtomicLong();
    private final UUID client = UUID.randomUUID();

    @AfterEach
    void close() {
        release.countDown();
        function.close();
        platform.close();
    }

    @Test
    void secondProcess_makesNoHttpCallAtAll() throws Exception {
        try (NeighbourProcess first = connectedNeighbour()) {
            int exchanges = platform.exchanges();
            long shared = sharing.withOthers();
            Cluster second = JvmClusters.instance().acquire(config(Map.of()));
            try {
                Call call = call("stat");
                assertThat(second.call(call).succeeded()).isTrue();

                assertThat(sharing.withOthers()).isEqualTo(shared + 1);
                assertThat(first.say("forwarded")).isEqualTo("1");
                assertThat(executed).filteredOn(call.id()::equals).hasSize(1);
                eventually("the instance connects to this process too", () -> second.tcpConnections() == 1);
                assertThat(second.call(call("stat")).succeeded()).isTrue();
                assertThat(sharing.withOthers()).isEqualTo(shared + 1);
                assertThat(platform.exchanges()).as("HTTP").isEqualTo(exchanges);
            } finally {
                JvmClusters.instance().release(second);
            }
        }
        assertThat(entries()).as("both have cleaned up").isEmpty();
    }

    @Test
    void processThatDoesNotWantTo_usesHttp() throws Exception {
        try (NeighbourProcess first = connectedNeighbour()) {
            for (String setting : List.of("jvm", "none")) {
                int invocations = platform.bodies().size();
                Cluster second = JvmClusters.instance().acquire(config(Map.of(ClientKey.SHARING, setting)));
                try {
                    assertThat(second.call(call("stat")).succeeded()).isTrue();
                    assertThat(platform.bodies()).hasSize(invocations + 1);
                } finally {
                    JvmClusters.instance().release(second);
                }
            }
            assertThat(first.say("forwarded")).isEqualTo("0");
        }
    }

    @Test
    void anotherStack_isNotAsked() throws Exception {
        try (NeighbourProcess first = connectedNeighbour()) {
            Cluster second =
                    JvmClusters.instance().acquire(config(Map.of(ClientKey.OPENWHISK_URL, platform.url() + "/other")));
            try {
                assertThat(second.call(call("stat")).succeeded()).isTrue();
                assertThat(first.say("forwarded")).isEqualTo("0");
            } finally {
                JvmClusters.instance().release(second);
            }
        }
    }

    @Test
    void entryOfAKilledProcess_isRemoved_andTheCallGoesByHttp() throws Exception {
        NeighbourProcess first = connectedNeighbour();
        first.kill();
        assertThat(entries()).hasSize(1);
        String stale = entries().get(0);
        int invocations = platform.bodies().size();
        Cluster second = JvmClusters.instance().acquire(config(Map.of()));
        try {
            assertThat(second.call(call("stat")).succeeded()).isTrue();

            assertThat(platform.bodies()).hasSize(invocations + 1);
            assertThat(entries()).doesNotContain(stale);
        } finally {
            JvmClusters.instance().release(second);
        }
    }

    @Test
    void processThatDiesWithARequest_isMadeUpForByHttpUnderTheSameId() throws Exception {
        ExecutorService caller = Executors.newSingleThreadExecutor();
        NeighbourProcess first = connectedNeighbour();
        // The instance cannot connect to this one, which would be the next way.
        Cluster second = JvmClusters.instance().acquire(config(Map.of(ClientKey.TCP_ADVERTISED_ADDRESS, "127.0.0.9")));
        try {
            int invocations = platform.bodies().size();
            Call call = call("hang-over-tcp");
            Future<ResponseEnvelope> answer = caller.submit(() -> second.call(call));
            eventually("the instance has it", () -> executed.contains(call.id()));
            first.kill();

            assertThat(answer.get(20, TimeUnit.SECONDS).succeeded()).isTrue();

            assertThat(executed).filteredOn(call.id()::equals).hasSize(2);
            List<RequestEnvelope> byHttp =
                    platform.requests().subList(invocations, platform.requests().size());
            assertThat(byHttp).hasSize(1);
            assertThat(byHttp.get(0).id()).isEqualTo(call.id());
        } finally {
            JvmClusters.instance().release(second);
            caller.shutdownNow();
            first.close();
        }
    }

    private NeighbourProcess connectedNeighbour() throws IOException, InterruptedException {
        NeighbourProcess first = new NeighbourProcess(platform.url(), registry());
        assertThat(first.say("call")).isEqualTo("true");
        function.invokedWith(platform.bodies().get(platform.bodies().size() - 1));
        eventually("a connection", () -> first.say("connections").equals("1"));
        return first;
    }

    private Path registry() {
        return temporary.resolve("registry");
    }

    private List<String> entries() throws IOException {
        try (Stream<Path> files = Files.list(registry())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private ClientConfig config(Map<ClientKey, String> settings) {
        return NeighbourMain.config(platform.url(), registry().toString(), settings);
    }

    private Call call(String method) {
        return NeighbourMain.call(new RequestId(client, sequence.incrementAndGet()), method);
    }

    private ResponseEnvelope execute(RequestEnvelope request) {
        executed.add(request.id());
        boolean overTcp = Thread.currentThread().getName().equals("fake-function");
        if (overTcp && request.method().equals("hang-over-tcp")) {
            awaitRelease();
        }
        return ResponseEnvelope.success(request.id(), new byte[] {1});
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
