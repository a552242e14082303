package io.lambdafs.coordinator.ndb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.testkit.coherence.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Lines that are cut, for longer than a member's time-out, on a real NDB cluster. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class NdbCoordinatorLeaseTest {
    @RegisterExtension
    static final TestTables TABLES = new TestTables();

    private static final Duration SESSION = Duration.ofSeconds(2);
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Scope SCOPE = Scope.ofPaths(FsPath.parse("/a/b"));

    private final List<NdbCoordinator> coordinators = new ArrayList<>();

    private NdbCoordinator connect(Transactions line) {
        NdbCoordinator coordinator =
                NdbCoordinator.start(new NdbSession.Settings(line, Events.NONE, System::nanoTime, SESSION, SESSION));
        coordinators.add(coordinator);
        return coordinator;
    }

    private Peer join(int number, Transactions line) throws InterruptedException {
        return Peer.eager(connect(line), new Member(0, new WriterId(number), "i", number))
                .awaitRegistered();
    }

    @AfterEach
    void leave() {
        coordinators.forEach(NdbCoordinator::close);
    }

    @Test
    void memberThatIsCutOff_departsAfterItsLease_andKnowsIt() throws Exception {
        TestLine line = TABLES.line();
        Peer stays = join(1, TABLES.line());
        Peer away = join(2, line);
        away.await("join acknowledged by 1");
        RoundId round = away.publish(1, SCOPE, 0);
        stays.await("joined 2", "inv 2.1");
        line.cut();
        stays.await("departed 2");
        long silent = System.nanoTime() - away.session().provenAliveNanos();
        assertThat(silent).isGreaterThan(SESSION.toNanos() * 2 / 3);
        away.await("lost");
        assertThat(stays.heard()).doesNotContain("ended 2.1");
        stays.session().remove(round);
        stays.await("ended 2.1");
        line.heal();
        Peer again = join(3, line);
        again.await("join acknowledged by 1");
    }

    @Test
    void memberThatIsCutOff_isRemovedByAProcessThatIsNoMember() throws Exception {
        TestLine line = TABLES.line();
        Peer away = join(1, line);
        NdbCoordinator observer = connect(TABLES.line());
        assertThat(observer.members()).containsExactly(away.member());
        line.cut();
        away.await("lost");
        long end = System.nanoTime() + BOUND.toNanos();
        while (!observer.members().isEmpty()) {
            assertThat(System.nanoTime()).as("removed within the bound").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(20);
        }
        line.heal();
    }

    @Test
    void observerThatWasCutOff_takesNobodyForDead() throws Exception {
        TestLine line = TABLES.line();
        Peer one = join(1, TABLES.line());
        Peer observer = join(2, line);
        NdbCoordinator other = connect(line);
        one.await("joined 2");
        line.cut();
        TimeUnit.NANOSECONDS.sleep(SESSION.multipliedBy(3).dividedBy(2).toNanos());
        line.heal();
        observer.await("lost");
        Peer again = join(3, line);
        one.await("joined 3");
        assertThat(again.others()).containsExactly(one.member());
        assertThat(other.members()).containsExactlyInAnyOrder(one.member(), again.member());
        assertThat(one.heard()).doesNotContain("lost");
    }

    @Test
    void unreachableCluster_isSaidToBe() {
        TestLine line = TABLES.line();
        NdbCoordinator one = connect(line);
        line.cut();
        assertThatThrownBy(one::members)
                .isInstanceOf(CoordinatorException.class)
                .hasMessage("could not ask the cluster for the members");
        assertThatThrownBy(() -> one.expel(new Member(0, new WriterId(1), "i", 1)))
                .isInstanceOf(CoordinatorException.class);
    }
}
