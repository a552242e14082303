package io.lambdafs.namenode.membership;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coordinate.Coordinator.Registration;
import io.lambdafs.coordinate.Member;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coordinate.InMemoryCoordination;
import io.lambdafs.testkit.coordinate.InMemoryCoordinator;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Who is fenced, and who is not, on the twins. */
final class JanitorTest {
    private static final Duration NOW = Duration.ZERO;
    private static final Janitor.Times TIMES =
            new Janitor.Times(Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ofSeconds(2));

    private final ManualBackground background = new ManualBackground();
    private final InMemoryMetadataStore store = new InMemoryMetadataStore(
            new InMemoryDatabase(() -> Instant.EPOCH),
            new Bounds(Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofSeconds(10)));
    private final InMemoryCoordination coordination = new InMemoryCoordination(background, Duration.ofSeconds(6));
    private final InMemoryCoordinator coordinator = coordination.connect();
    private final Janitor janitor = new Janitor(store, coordination.connect(), background, TIMES);

    @Test
    void departedMember_isFencedAtOnce() {
        WriterId writer = store.registerWriter("namenode0/a");
        janitor.start();
        Registration registration = register(writer);
        background.pass(NOW);
        registration.close();
        background.pass(NOW);
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void presentMember_isLeftAlone() {
        WriterId writer = store.registerWriter("namenode0/a");
        register(writer);
        janitor.start();
        background.pass(Duration.ofMinutes(10));
        assertThat(store.writers()).containsExactly(new Writer(writer, "namenode0/a"));
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
    void writerThatIsAnnouncedLate_isLeftAlone() {
        WriterId writer = store.registerWriter("namenode0/a");
        janitor.start();
        background.pass(Duration.ofSeconds(10));
        register(writer);
        background.pass(Duration.ofMinutes(1));
        assertThat(store.writers()).hasSize(1);
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
        coordination.setReachable(false);
        background.pass(Duration.ofMinutes(10));
        assertThat(store.writers()).hasSize(1);
        coordination.setReachable(true);
        background.pass(Duration.ofSeconds(20));
        assertThat(store.writers()).hasSize(1);
        background.pass(Duration.ofSeconds(20));
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void fenceThatHasToWait_isTriedAgain() {
        WriterId writer = store.registerWriter("namenode0/a");
        janitor.start();
        Registration registration = register(writer);
        background.pass(NOW);
        try (Transaction open = store.beginWrite(writer)) {
            assertThat(open).isNotNull();
            registration.close();
            background.pass(NOW);
        }
        background.pass(Duration.ofSeconds(2));
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void closedJanitor_fencesNobody() {
        WriterId writer = store.registerWriter("namenode0/a");
        Registration registration = register(writer);
        janitor.start();
        background.pass(NOW);
        janitor.close();
        registration.close();
        background.pass(Duration.ofMinutes(10));
        assertThat(store.writers()).hasSize(1);
    }

    private Registration register(WriterId writer) {
        return coordinator.register(new Member(0, writer, "a", 1));
    }
}
