package io.lambdafs.namenode.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Coordinator.Session;
import io.lambdafs.coherence.Member;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.DepartureListener;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Which NameNodes are fenced, and which are not, on the twins. */
final class JanitorTest {
    private static final Duration NOW = Duration.ZERO;
    private static final Duration LOOK = Duration.ofSeconds(20);
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Janitor.Times TIMES = new Janitor.Times(LOOK, Duration.ofMillis(1), RETRY);

    private final ManualBackground background = new ManualBackground();
    private final InMemoryMetadataStore store = new InMemoryMetadataStore(
            new InMemoryDatabase(() -> Instant.EPOCH),
            new Bounds(Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofSeconds(10)));
    private final InMemoryCoordination coordination = new InMemoryCoordination(
            Duration.ofSeconds(6), () -> background.now().toNanos());
    private final Coordinator coordinator = coordination.connect(Runnable::run, background);
    private final Janitor janitor =
            new Janitor(store, coordination.connect(Runnable::run, background), background, TIMES);

    @Test
    void departedMember_isFencedAtTheSecondLook() {
        WriterId writer = store.registerWriter("namenode0/a");
        janitor.start();
        Session session = register(writer);
        background.pass(NOW);
        session.leave();
        background.pass(LOOK);
        assertThat(store.writers()).hasSize(1);
        background.pass(LOOK);
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void presentMember_isLeftAlone() {
        WriterId writer = store.registerWriter("namenode0/a");
        Session session = register(writer);
        janitor.start();
        background.pass(Duration.ofMinutes(10));
        assertThat(store.writers()).containsExactly(new Writer(writer, "namenode0/a"));
        session.leave();
        background.pass(LOOK.multipliedBy(2));
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void writerLeftFromBefore_isFencedAtTheSecondLook() {
        store.registerWriter("namenode0/a");
        janitor.start();
        background.pass(Duration.ofSeconds(19));
        assertThat(store.writers()).hasSize(1);
        background.pass(Duration.ofSeconds(1));
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void writerThatJoinsLate_isLeftAlone() {
        WriterId writer = store.registerWriter("namenode0/a");
        janitor.start();
        background.pass(Duration.ofSeconds(10));
        Session session = register(writer);
        background.pass(Duration.ofMinutes(1));
        assertThat(store.writers()).hasSize(1);
        assertThat(coordination.members()).hasSize(1);
        session.leave();
    }

    @Test
    void otherWriters_areNotItsBusiness() {
        store.registerWriter("datanode/a");
        janitor.start();
        background.pass(Duration.ofMinutes(10));
        assertThat(store.writers()).hasSize(1);
    }

    @Test
    void unreachableCoordinator_provesNothing() {
        store.registerWriter("namenode0/a");
        janitor.start();
        background.pass(NOW);
        coordination.stop();
        background.pass(Duration.ofMinutes(10));
        assertThat(store.writers()).hasSize(1);
        coordination.start();
        background.pass(LOOK);
        assertThat(store.writers()).hasSize(1);
        background.pass(LOOK);
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void fenceThatHasToWait_isTriedAgain() {
        WriterId writer = store.registerWriter("namenode0/a");
        janitor.start();
        background.pass(NOW);
        try (Transaction open = store.beginWrite(writer)) {
            assertThat(open).isNotNull();
            background.pass(LOOK);
            assertThat(store.openWriters(suspect -> true)).hasSize(1);
        }
        background.pass(RETRY);
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void lookThatFailsAsNobodyExpects_isNotTheLast() {
        BreakingStore breaking = new BreakingStore(store);
        store.registerWriter("namenode0/a");
        breaking.breakNext();
        new Janitor(breaking, coordination.connect(Runnable::run, background), background, TIMES).start();
        background.pass(LOOK);
        assertThat(store.writers()).hasSize(1);
        background.pass(LOOK);
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void closedJanitor_fencesNobody() {
        store.registerWriter("namenode0/a");
        janitor.start();
        background.pass(NOW);
        janitor.close();
        background.pass(Duration.ofMinutes(10));
        assertThat(store.writers()).hasSize(1);
    }

    private Session register(WriterId writer) {
        return coordinator.join(new Member(0, writer, "a", 1), DepartureListener.deaf());
    }
}
