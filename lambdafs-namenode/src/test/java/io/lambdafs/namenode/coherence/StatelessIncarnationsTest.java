package io.lambdafs.namenode.coherence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.Coordinator.Session;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.namenode.membership.BreakingStore;
import io.lambdafs.namenode.membership.InstanceIdentity;
import io.lambdafs.namenode.membership.ManualBackground;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.MetadataStore.Writer;
import io.lambdafs.store.StoreConfig.Bounds;
import io.lambdafs.store.StoreException;
import io.lambdafs.store.Transaction;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.DepartureListener;
import io.lambdafs.testkit.coherence.InMemoryCoordination;
import io.lambdafs.testkit.coherence.InMemoryCoordinator;
import io.lambdafs.testkit.coherence.Peer;
import io.lambdafs.testkit.store.InMemoryDatabase;
import io.lambdafs.testkit.store.InMemoryMetadataStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The incarnations of a NameNode that keeps nothing, on the twins. */
final class StatelessIncarnationsTest {
    private static final Duration NOW = Duration.ZERO;
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final CoherenceTimes TIMES =
            new CoherenceTimes(Duration.ofSeconds(6), Duration.ofSeconds(15), Duration.ofMillis(1), RETRY);

    private final ManualBackground background = new ManualBackground();
    private final InMemoryMetadataStore store = new InMemoryMetadataStore(
            new InMemoryDatabase(() -> Instant.EPOCH),
            new Bounds(Duration.ofSeconds(1), Duration.ofMillis(50), Duration.ofSeconds(10)));
    private final InMemoryCoordination coordination = new InMemoryCoordination(
            Duration.ofSeconds(6), () -> background.now().toNanos());
    private final InMemoryCoordinator coordinator = coordination.connect(background, background);
    private final Coordinator observer = coordination.connect(Runnable::run, background);
    private final InstanceIdentity self = new InstanceIdentity(3, "wsk-17", 4711);
    private final Incarnations membership = Incarnations.stateless(
            new Incarnations.Dependencies(
                    store, coordinator, background, () -> background.now().toNanos()),
            self,
            TIMES);

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
        membership.start();
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
        coordination.expire(first);
        background.pass(NOW);
        assertThat(observer.members()).hasSize(1);
        assertThat(membership.current()).isNotEqualTo(first);
        assertThat(observer.members()).containsExactly(self.as(membership.current()));
    }

    @Test
    void unreachableCoordinator_isTriedUntilItAnswers() {
        coordinator.disconnect();
        WriterId writer = membership.current();
        background.pass(Duration.ofMinutes(10));
        assertThat(membership.current()).isEqualTo(writer);
        coordinator.reconnect();
        background.pass(Duration.ofSeconds(5));
        assertThat(observer.members()).containsExactly(self.as(writer));
    }

    /** What is wrong may last, and each attempt costs a name, and everybody else a departure. */
    @Test
    void joinThatFails_isTriedAgainAfterAPause() {
        coordination.refuseJoins(2);
        membership.start();
        background.pass(NOW);
        assertThat(store.writers()).hasSize(1);
        background.pass(RETRY);
        assertThat(store.writers()).hasSize(2);
        assertThat(observer.members()).isEmpty();
        background.pass(RETRY);
        assertThat(observer.members()).containsExactly(self.as(membership.current()));
    }

    @Test
    void joinThatFailsAsNobodyExpects_isTriedAgain() {
        BreakingStore breaking = new BreakingStore(store);
        breaking.breakNext();
        Incarnations broken = over(breaking);
        broken.start();
        background.pass(NOW);
        assertThat(observer.members()).isEmpty();
        background.pass(RETRY);
        assertThat(observer.members()).containsExactly(self.as(broken.current()));
    }

    /** The background leaves it to a caller that is at it, whose attempt fails. */
    @Test
    void joinThatACallerBegins_isTriedAgainIfItFails() {
        BreakingStore breaking = new BreakingStore(store);
        Incarnations broken = over(breaking);
        broken.start();
        breaking.breakNext(() -> background.pass(NOW));
        assertThatThrownBy(broken::current).isInstanceOf(IllegalStateException.class);
        assertThat(observer.members()).isEmpty();
        background.pass(RETRY);
        assertThat(observer.members()).containsExactly(self.as(broken.current()));
    }

    private Incarnations over(MetadataStore other) {
        return Incarnations.stateless(
                new Incarnations.Dependencies(
                        other, coordinator, background, () -> background.now().toNanos()),
                self,
                TIMES);
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
        membership.start();
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
    void departedMember_isFencedAtOnce() {
        membership.start();
        WriterId other = store.registerWriter("namenode0/a");
        Session session = join(other);
        background.pass(NOW);
        assertThat(store.writers()).hasSize(2);
        session.leave();
        background.pass(NOW);
        assertThat(store.writers()).extracting(Writer::id).containsExactly(membership.current());
    }

    @Test
    void fenceThatHasToWait_isTriedAgain() {
        membership.start();
        WriterId other = store.registerWriter("namenode0/a");
        Session session = join(other);
        background.pass(NOW);
        try (Transaction open = store.beginWrite(other)) {
            assertThat(open).isNotNull();
            session.leave();
            background.pass(NOW);
            assertThat(store.openWriters(suspect -> true))
                    .extracting(Writer::id)
                    .containsExactly(other);
        }
        background.pass(RETRY);
        assertThat(store.writers()).extracting(Writer::id).containsExactly(membership.current());
    }

    /** A NameNode with a cache would not hear of its writes. */
    @Test
    void nothingIsAcknowledged_soThatNoneWithACacheIsAdmittedBesideIt() throws Exception {
        membership.start();
        background.pass(NOW);
        Peer other = Peer.eager(
                coordination.connect(Runnable::run, Runnable::run), new Member(3, new WriterId(99), "caching", 1));
        other.publish(1, Scope.ofPaths(FsPath.parse("/a")), 3);
        background.pass(Duration.ofMinutes(1));
        assertThat(other.heard())
                .containsExactly("registered [" + membership.current().value() + "] []", "published 99.1");
    }

    private Session join(WriterId writer) {
        return observer.join(new Member(0, writer, "a", 1), DepartureListener.deaf());
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
