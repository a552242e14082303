package io.lambdafs.coordinator.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.store.ndb.cluster.OperationBatch;
import io.lambdafs.store.ndb.cluster.Subscription;
import io.lambdafs.testkit.coherence.RoundLatency;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a real NDB cluster's events tell. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class EventsTest {
    @RegisterExtension
    static final TestTables TABLES = new TestTables();

    private static final long BOUND_SECONDS = 20;
    private static final Duration SESSION = Duration.ofSeconds(10);

    @Test
    void rowThatComesOrGoes_isHeardOf_ifItIsOfInterest() throws Exception {
        BlockingQueue<List<Long>> seen = new LinkedBlockingQueue<>();
        Semaphore rings = new Semaphore(0);
        Subscription subscription = new Subscription(CoordinationSchema.ACKS, key -> {
            seen.add(key);
            return key.get(0) == 1;
        });
        Events.Listening listening = Events.of(TABLES.cluster()).listen(List.of(subscription), rings::release);
        try {
            expectRing(rings);
            Ack one = new Ack(1, 5_000_000_000L, -7, 9);
            Ack other = new Ack(2, 3, 4, 5);
            change(other::insert);
            expect(seen, other);
            change(one::insert);
            expect(seen, one);
            expectRing(rings);
            change(one::remove);
            expect(seen, one);
            expectRing(rings);
            assertThat(rings.availablePermits()).isZero();
        } finally {
            listening.close();
        }
    }

    private static void expect(BlockingQueue<List<Long>> seen, Ack ack) throws InterruptedException {
        assertThat(seen.poll(BOUND_SECONDS, TimeUnit.SECONDS))
                .isEqualTo(List.of(ack.leader(), ack.round(), (long) ack.deployment(), ack.member()));
    }

    private static void expectRing(Semaphore rings) throws InterruptedException {
        assertThat(rings.tryAcquire(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private static void change(Consumer<OperationBatch> how) {
        OperationBatch batch = new OperationBatch();
        how.accept(batch);
        TABLES.run(transaction -> {
            transaction.commit(batch);
            return true;
        });
    }

    @Test
    void membersWithEvents_completeTheirRounds() throws Exception {
        NdbSession.Settings settings =
                new NdbSession.Settings(TABLES.line(), Events.of(TABLES.cluster()), System::nanoTime, SESSION, SESSION);
        try (RoundLatency members = RoundLatency.join(3, () -> NdbCoordinator.start(settings))) {
            assertThat(members.measure(50, 2, Duration.ZERO)).hasSize(100);
        }
    }
}
