package io.lambdafs.namenode.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coordinate.Member;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coordinate.InMemoryCoordination;
import io.lambdafs.testkit.coordinate.InMemoryCoordinator;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A NameNode's incarnations on the twins. */
final class NameNodeMembershipTest {
    private static final Duration NOW = Duration.ZERO;

    private final ManualBackground background = new ManualBackground();
    private final InMemoryMetadataStore store = new InMemoryMetadataStore(() -> Instant.EPOCH);
    private final InMemoryCoordination coordination = new InMemoryCoordination(background, Duration.ofSeconds(6));
    private final InMemoryCoordinator coordinator = coordination.connect();
    private final InMemoryCoordinator observer = coordination.connect();
    private final InstanceIdentity self = new InstanceIdentity(3, "wsk-17", 4711);
    private final NameNodeMembership membership = new NameNodeMembership(store, coordinator, self, background);

    @Test
    void nothingIsRegistered_beforeItIsNeeded() {
        background.pass(Duration.ofMinutes(1));
        assertThat(store.writers()).isEmpty();
        assertThat(observer.members()).isEmpty();
    }

    @Test
    void current_registersOnceAndAnnouncesInTheBackground() {
        WriterId writer = membership.current();
        assertThat(membership.current()).isEqualTo(writer);
        assertThat(store.writers()).containsExactly(new Writer(writer, "namenode3/wsk-17"));
        assertThat(observer.members()).isEmpty();
        background.pass(NOW);
        assertThat(observer.members()).containsExactly(new Member(3, writer, "wsk-17", 4711));
    }

    @Test
    void join_announcesWithoutAWrite() {
        membership.join();
        background.pass(NOW);
        assertThat(observer.members()).containsExactly(self.as(membership.current()));
    }

    @Test
    void fencedName_isReplacedAndAnnouncedAnew() {
        WriterId first = membership.current();
        background.pass(NOW);
        store.fence(first, Duration.ofSeconds(1));
        membership.fenced(first);
        WriterId second = membership.current();
        assertThat(second).isNotEqualTo(first);
        background.pass(NOW);
        assertThat(observer.members()).containsExactly(self.as(second));
    }

    @Test
    void fencedNameOfLongAgo_changesNothing() {
        WriterId first = membership.current();
        membership.fenced(first);
        WriterId second = membership.current();
        membership.fenced(first);
        assertThat(membership.current()).isEqualTo(second);
    }

    @Test
    void lostSession_givesANewNameByItself() {
        WriterId first = membership.current();
        background.pass(NOW);
        coordinator.loseSession();
        background.pass(NOW);
        assertThat(observer.members()).hasSize(1);
        assertThat(membership.current()).isNotEqualTo(first);
        assertThat(observer.members()).containsExactly(self.as(membership.current()));
    }

    @Test
    void unreachableCoordinator_isTriedUntilItAnswers() {
        coordination.setReachable(false);
        WriterId writer = membership.current();
        background.pass(Duration.ofMinutes(10));
        assertThat(membership.current()).isEqualTo(writer);
        coordination.setReachable(true);
        background.pass(Duration.ofSeconds(5));
        assertThat(observer.members()).containsExactly(self.as(writer));
    }

    @Test
    void nameFencedBeforeItsAnnouncement_isNotAnnounced() {
        WriterId first = membership.current();
        membership.fenced(first);
        background.pass(NOW);
        assertThat(observer.members()).containsExactly(self.as(membership.current()));
    }

    @Test
    void unreachableStore_isSaidToTheCaller() {
        store.close();
        assertThatThrownBy(membership::current).isInstanceOf(StoreException.class);
        membership.join();
        background.pass(Duration.ofMinutes(1));
        assertThat(observer.members()).isEmpty();
    }

    @Test
    void close_leavesNothingBehind() {
        membership.current();
        background.pass(NOW);
        membership.close();
        background.pass(Duration.ofMinutes(1));
        assertThat(observer.members()).isEmpty();
        assertThat(store.writers()).isEmpty();
    }

    @Test
    void labels_tellNameNodesFromOthers() {
        assertThat(InstanceIdentity.isNameNode(self.label())).isTrue();
        assertThat(InstanceIdentity.isNameNode(new InstanceIdentity(0, "x".repeat(300), 1).label()))
                .isTrue();
        assertThat(new InstanceIdentity(0, "x".repeat(300), 1).label()).hasSize(255);
        assertThat(InstanceIdentity.isNameNode("datanode/3")).isFalse();
        assertThat(InstanceIdentity.isNameNode("namenode/3")).isFalse();
        assertThat(InstanceIdentity.isNameNode("namenode3")).isFalse();
        assertThat(InstanceIdentity.isNameNode("namenodes/3")).isFalse();
    }
}
