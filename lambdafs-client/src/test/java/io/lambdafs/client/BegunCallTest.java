package io.lambdafs.client;

import static io.lambdafs.client.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.client.sharing.StackSharing;
import io.lambdafs.client.tcp.SentRequest;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.ResponseEnvelope;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls for whose answers no thread waits, over real sockets. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
final class BegunCallTest {
    private static final String REFUSED = "refused";
    private static final String DIES = "die-over-tcp";
    private static final String HANGS = "hang-over-tcp";

    private final Queue<RequestId> executed = new ConcurrentLinkedQueue<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final FakePlatform platform = new FakePlatform(1, this::execute);
    private final FakeFunction function = new FakeFunction(0, this::execute);
    private final ClientMetrics metrics = new ClientMetrics();
    private final AtomicLong sequence = new AtomicLong();
    private final BlockingQueue<ResubmittingCaller.BegunCall> told = new LinkedBlockingQueue<>();

    @AfterEach
    void close() {
        release.countDown();
        function.close();
        platform.close();
    }

    @Test
    void answerOverAConnection_isTold_andEndsTheCall() throws Exception {
        try (Cluster cluster = cluster()) {
            connect(cluster);
            for (int i = 1; i <= 20; i++) {
                begin(cluster, call("stat"));

                ResponseEnvelope response = nextTold().arrived();

                assertThat(requireNonNull(response).payload()).containsExactly(7);
                assertThat(metrics.tcp().answered()).isEqualTo(i);
            }
            assertThat(metrics.http().answered()).as("by connect()").isEqualTo(1);
        }
    }

    @Test
    void manyAtOnce_areAllTold_besideACallerThatWaits() throws Exception {
        int calls = 50;
        try (Cluster cluster = cluster()) {
            connect(cluster);
            for (int i = 0; i < calls; i++) {
                begin(cluster, call("stat"));
                assertThat(cluster.call(call("stat")).succeeded()).isTrue();
            }
            for (int i = 0; i < calls; i++) {
                assertThat(nextTold().arrived()).isNotNull();
            }
        }
        assertThat(told).isEmpty();
    }

    @Test
    void withoutAConnection_nothingIsSent_untilTheCallIsFinished() throws Exception {
        try (Cluster cluster = cluster()) {
            ResubmittingCaller.BegunCall begun = cluster.begin(call("stat"));

            assertThat(begun.sent()).isNull();
            assertThat(begun.arrived()).isNull();
            assertThat(executed).isEmpty();
            assertThat(begun.finish().payload()).containsExactly(7);
            assertThat(executed).hasSize(1);
        }
    }

    @Test
    void lostConnection_isTold_andMadeUpForByHttpUnderTheSameId() throws Exception {
        try (Cluster cluster = cluster()) {
            connect(cluster);
            Call call = call(DIES);
            begin(cluster, call);
            ResubmittingCaller.BegunCall lost = nextTold();

            assertThat(lost.arrived()).isNull();
            assertThat(lost.finish().succeeded()).isTrue();
            assertThat(executed).filteredOn(call.id()::equals).hasSize(2);
            assertThat(metrics.tcp().failures()).isEqualTo(1);
        }
    }

    @Test
    void refusal_isTheOutcomeOfWhoFinishesTheCall_andNotSentTwice() throws Exception {
        try (Cluster cluster = cluster()) {
            connect(cluster);
            Call call = call(REFUSED);
            begin(cluster, call);
            ResubmittingCaller.BegunCall refused = nextTold();

            assertThat(refused.arrived()).isNull();
            assertThat(refused.finish().error()).isEqualTo(ErrorCode.FILE_NOT_FOUND);
            assertThat(executed).filteredOn(call.id()::equals).hasSize(1);
        }
    }

    @Test
    void whoTakesACallOver_waitsForItsAnswer_andNobodyIsTold() throws Exception {
        try (Cluster cluster = cluster()) {
            connect(cluster);
            Call call = call(HANGS);
            ResubmittingCaller.BegunCall begun = begin(cluster, call);
            eventually("the instance has it", () -> executed.contains(call.id()));

            SentRequest sent = requireNonNull(begun.sent());
            assertThat(sent.takeOver()).isTrue();
            assertThat(sent.takeOver()).as("once").isFalse();
            release.countDown();

            assertThat(begun.finish().payload()).containsExactly(7);
            assertThat(executed).filteredOn(call.id()::equals).hasSize(1);
        }
        assertThat(told).isEmpty();
    }

    @Test
    void closedClient_tellsOfWhatIsUnderWay() throws Exception {
        try (Cluster cluster = cluster()) {
            connect(cluster);
            Call call = call(HANGS);
            begin(cluster, call);
            eventually("the instance has it", () -> executed.contains(call.id()));
        }
        assertThat(nextTold().arrived()).isNull();
    }

    private ResubmittingCaller.BegunCall begin(Cluster cluster, Call call) throws InterruptedException {
        ResubmittingCaller.BegunCall begun = cluster.begin(call);
        requireNonNull(begun.sent()).tell(() -> told.add(begun));
        return begun;
    }

    private ResubmittingCaller.BegunCall nextTold() throws InterruptedException {
        ResubmittingCaller.BegunCall next = told.poll(20, TimeUnit.SECONDS);
        assertThat(next).as("what is told of").isNotNull();
        return next;
    }

    private void connect(Cluster cluster) throws InterruptedException {
        cluster.call(call("first"));
        function.invokedWith(platform.bodies().get(0));
        eventually("a connection", () -> cluster.tcpConnections() == 1);
    }

    private Cluster cluster() throws IOException {
        Map<ClientKey, String> values = new EnumMap<>(ClientKey.class);
        values.put(ClientKey.OPENWHISK_URL, platform.url());
        values.put(ClientKey.OPENWHISK_AUTH, FakePlatform.KEY);
        values.put(ClientKey.HTTP_REPLACEMENT_PROBABILITY, "0");
        values.put(ClientKey.BACKOFF_MAX, "5");
        return new Cluster(new ClientConfig(values), StackSharing.withinJvm(), new SystemEnvironment(), metrics);
    }

    private Call call(String method) {
        RequestId id = new RequestId(UUID.randomUUID(), sequence.incrementAndGet());
        return new Call(
                id, new Caller("alice", List.of("staff"), "here"), Route.toOwnerOf("/a"), method, new byte[] {1});
    }

    private ResponseEnvelope execute(RequestEnvelope request) {
        executed.add(request.id());
        boolean overTcp = Thread.currentThread().getName().equals("fake-function");
        if (overTcp && request.method().equals(DIES)) {
            function.connections().close();
        }
        if (overTcp && request.method().equals(HANGS)) {
            awaitRelease();
        }
        return request.method().equals(REFUSED)
                ? ResponseEnvelope.failure(request.id(), ErrorCode.FILE_NOT_FOUND, "no such file")
                : ResponseEnvelope.success(request.id(), new byte[] {7});
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
