package io.lambdafs.coordinator.ndb;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.coordinate.Member;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.testkit.coherence.Peer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A member that is cut off for longer than its time-out, on a real NDB cluster. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class NdbCarrierLeaseTest {
    @RegisterExtension
    static final TestTables TABLES = new TestTables();

    private static final Duration SESSION = Duration.ofSeconds(2);
    private static final Scope SCOPE = Scope.ofPaths(FsPath.parse("/a/b"));

    private final List<NdbCarrier> carriers = new ArrayList<>();

    private Peer join(int number, Transactions line) throws InterruptedException {
        NdbCarrier carrier =
                new NdbCarrier(new NdbSession.Settings(line, Events.NONE, System::nanoTime, SESSION, SESSION));
        carriers.add(carrier);
        return Peer.eager(carrier, new Member(0, new WriterId(number), "i", number))
                .awaitRegistered();
    }

    @AfterEach
    void leave() {
        carriers.forEach(NdbCarrier::close);
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
}
