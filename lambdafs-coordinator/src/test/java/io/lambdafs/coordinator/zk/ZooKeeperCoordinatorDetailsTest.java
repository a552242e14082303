package io.lambdafs.coordinator.zk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.Peer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is ZooKeeper's about it, on a real server. */
final class ZooKeeperCoordinatorDetailsTest {
    private static final Scope SCOPE = Scope.ofPaths(FsPath.parse("/a/b"));
    private static final Scope SUBTREE = Scope.ofPrefixes(FsPath.parse("/a"));

    private static final Duration BOUND = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private ZooKeeperFixture fixture;

    @BeforeEach
    void start() throws IOException {
        fixture = new ZooKeeperFixture(directory);
    }

    @AfterEach
    void stop() throws Exception {
        fixture.close();
    }

    private static Member member(int number) {
        return new Member(0, new WriterId(number), "instance-" + number, number);
    }

    private Peer silent(int number) throws Exception {
        return Peer.silent(fixture.connect(), member(number)).awaitRegistered();
    }

    private ZooKeeperCoordinator connect(String cluster, Duration sessionTimeout) {
        return ZooKeeperCoordinator.connect(
                new ZooKeeperConfig(fixture.server().connectString(), cluster, sessionTimeout, BOUND),
                System::nanoTime);
    }

    @Test
    void clusters_doNotSeeEachOther() throws Exception {
        Peer one = silent(1);
        try (Coordinator other = connect("other", BOUND)) {
            assertThat(other.members()).isEmpty();
            Peer elsewhere = Peer.silent(other, member(2)).awaitRegistered();
            assertThat(elsewhere.others()).isEmpty();
            assertThat(one.coordinator().members()).containsExactly(one.member());
        }
    }

    @Test
    void sessionTimeout_isTheServers() throws Exception {
        try (Coordinator one = connect("test", Duration.ofHours(1))) {
            Peer peer = Peer.silent(one, member(1)).awaitRegistered();
            assertThat(peer.session().sessionTimeout()).isEqualTo(Duration.ofMinutes(1));
        }
    }

    /** One session has the watches of several members. */
    @Test
    void membersOfOneProcess_hearOfOthersUntilTheLastOfThemHasLeft() throws Exception {
        Coordinator process = fixture.connect();
        Peer one = Peer.silent(process, member(1)).awaitRegistered();
        Peer two = Peer.silent(process, member(2)).awaitRegistered();
        Peer three = silent(3);
        one.await("joined 3");
        two.await("joined 3");
        one.session().leave();
        two.await("departed 1");
        three.session().leave();
        two.await("departed 3");
        silent(4);
        two.await("joined 4");
        assertThat(process.members()).containsExactlyInAnyOrder(member(2), member(4));
    }

    @Test
    void shortRestartOfTheServer_keepsTheMembers() throws Exception {
        Peer one = silent(1);
        fixture.stop();
        fixture.start();
        assertThat(one.coordinator().members()).containsExactly(member(1));
        silent(2);
        one.await("joined 2");
        assertThat(one.heard()).doesNotContain("lost");
    }

    @Test
    void impossibleNames_areRefused() {
        assertThatThrownBy(() -> ZooKeeperConfig.of("127.0.0.1:1", "a/b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("cluster name");
        assertThatThrownBy(() -> ZooKeeperConfig.of(" ", "a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("connect string");
    }

    @Test
    void roundsPublishedTogether_shareTransactions() throws Exception {
        Peer leader = silent(1);
        Peer follower = Peer.eager(fixture.connect(), member(2)).awaitRegistered();
        long before = fixture.transactions();
        int rounds = 300;
        for (int i = 1; i <= rounds; i++) {
            leader.publish(i, SCOPE, 0);
        }
        for (int i = 1; i <= rounds; i++) {
            leader.await("acknowledged 1." + i + " by 2");
        }
        assertThat(fixture.transactions() - before).isLessThan(rounds);
        assertThat(follower.heard()).contains("inv 1.1", "inv 1." + rounds);
    }

    @Test
    void subtreeRound_doesNotKeepOthersFromBeingAcknowledged() throws Exception {
        Peer leader = silent(1);
        Peer follower = silent(2);
        for (int i = 1; i <= 30; i++) {
            leader.publish(i, i % 3 == 0 ? SUBTREE : SCOPE, 0);
        }
        follower.await("inv 1.30");
        for (int i = 1; i <= 30; i++) {
            if (i % 3 != 0) {
                follower.session().acknowledge(leader.round(i));
            }
        }
        for (int i = 1; i <= 30; i++) {
            if (i % 3 != 0) {
                leader.await("acknowledged 1." + i + " by 2");
            }
        }
        assertThat(leader.heard()).doesNotContain("acknowledged 1.3 by 2", "acknowledged 1.30 by 2");
    }

    @Test
    void roundThatIsTooBig_fails() throws Exception {
        Peer leader = silent(1);
        Set<FsPath> paths = new HashSet<>();
        for (int i = 0; i < 3000; i++) {
            paths.add(FsPath.parse("/" + "n".repeat(200) + i));
        }
        leader.publish(1, new Scope(paths, Set.of()), 0);
        leader.publish(2, Scope.ofPaths(FsPath.parse("/\uD800")), 0);
        leader.await("failed 1.1", "failed 1.2");
        leader.publish(3, SCOPE, 0);
        leader.await("published 1.3");
    }

    @Test
    void unreadableInv_isNotAcknowledgedAndHarmsNoOther() throws Exception {
        Peer leader = silent(1);
        Peer follower = Peer.eager(fixture.connect(), member(2)).awaitRegistered();
        leader.publish(1, SCOPE, 0);
        leader.await("acknowledged 1.1 by 2");
        put("/lambdafs/test/coherence/inv/0/1_900~AgA");
        put("/lambdafs/test/coherence/inv/0/1_901");
        put("/lambdafs/test/coherence/inv/0/nonsense");
        leader.publish(2, SCOPE, 0);
        leader.await("acknowledged 1.2 by 2");
        assertThat(follower.heard()).containsExactly("registered [1] []", "inv 1.1", "inv 1.2");
        assertThat(fixture.remains()).noneMatch(name -> name.contains("acknowledgement 90"));
        // A member that cannot tell what is pending cannot join.
        Peer joiner = Peer.silent(fixture.connect(), member(3));
        joiner.await("lost");
        assertThat(joiner.heard()).containsExactly("lost");
        leader.await("departed 3");
    }

    @Test
    void unreadableAcknowledgement_isIgnored() throws Exception {
        Peer leader = silent(1);
        Peer follower = Peer.eager(fixture.connect(), member(2)).awaitRegistered();
        put("/lambdafs/test/coherence/acks/1/nonsense");
        put("/lambdafs/test/coherence/acks/1/77_0_2");
        leader.publish(1, SCOPE, 0);
        leader.await("acknowledged 1.1 by 2");
        leader.session().end(new RoundId(member(1).writer(), 1));
        follower.await("ended 1.1");
        leader.session().leave();
        follower.await("departed 1");
    }

    @Test
    void removedRegistration_isALoss() throws Exception {
        Peer one = silent(1);
        Peer two = silent(2);
        String path = "/lambdafs/test/namenodes/" + MemberName.of(member(1), "c");
        fixture.inspector().delete(path, -1);
        one.await("lost");
        two.await("departed 1");
    }

    @Test
    void memberWhoseRegistrationIsRemoved_leavesNoWatchesAndNoAcknowledgements() throws Exception {
        Peer one = silent(1);
        silent(2);
        one.await("joined 2");
        long watches = watches();
        for (int number = 3; number < 6; number++) {
            Peer lost = Peer.silent(one.coordinator(), member(number)).awaitRegistered();
            one.await("joined " + number);
            one.session().acknowledgeJoin(lost.writer());
            lost.await("join acknowledged by 1");
            one.coordinator().expel(lost.member());
            lost.await("lost");
        }
        long deadline = System.nanoTime() + BOUND.toNanos();
        while (watches() != watches || !fixture.remains().isEmpty()) {
            assertThat(System.nanoTime())
                    .as("%s watches, before %s, and %s", watches(), watches, fixture.remains())
                    .isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** How many paths are watched at the server. */
    private long watches() throws Exception {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        String server = "StandaloneServer_port" + fixture.server().port();
        ObjectName tree = new ObjectName("org.apache.ZooKeeperService:name0=" + server + ",name1=InMemoryDataTree");
        return ((Number) beans.getAttribute(tree, "WatchCount")).longValue();
    }

    @Test
    void unreachableServer_isALossWithinTheBound() throws Exception {
        int port = fixture.server().port();
        fixture.stop();
        ZooKeeperConfig config =
                new ZooKeeperConfig("127.0.0.1:" + port, "test", Duration.ofSeconds(2), Duration.ofMillis(300));
        try (ZooKeeperCoordinator coordinator = ZooKeeperCoordinator.connect(config, System::nanoTime)) {
            assertThatThrownBy(coordinator::members).isInstanceOf(CoordinatorException.class);
            Peer one = Peer.silent(coordinator, member(1));
            long proven = one.session().provenAliveNanos();
            one.await("lost");
            assertThat(System.nanoTime() - proven)
                    .isGreaterThan(config.sessionTimeout().toNanos());
        }
    }

    @Test
    void coordinatorMadeBeforeTheServer_joinsWhenThereIsOne() throws Exception {
        fixture.stop();
        Coordinator coordinator = fixture.connect();
        Peer one = Peer.silent(coordinator, member(1));
        fixture.start();
        one.awaitRegistered();
    }

    @Test
    void serverAwayForLongerThanTheSession_isALoss() throws Exception {
        ZooKeeperConfig config = new ZooKeeperConfig(
                fixture.server().connectString(), "test", Duration.ofSeconds(2), Duration.ofSeconds(10));
        try (ZooKeeperCoordinator coordinator = ZooKeeperCoordinator.connect(config, System::nanoTime)) {
            Peer one = Peer.silent(coordinator, member(1)).awaitRegistered();
            one.publish(1, SCOPE, 0);
            one.await("published 1.1");
            fixture.stop();
            one.await("lost");
            fixture.start();
            Peer two = Peer.silent(coordinator, member(2)).awaitRegistered();
            assertThat(two.heard().get(0)).endsWith("[1.1]");
        }
    }

    private void put(String path) throws KeeperException, InterruptedException {
        fixture.inspector().create(path, new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }
}
