package io.lambdafs.coordinator.ndb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.Coordinator.Registration;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.store.ndb.TestCluster;
import io.lambdafs.testkit.coordinate.CoordinatorContract;
import io.lambdafs.testkit.coordinate.RecordedNews;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The battery, and lines that are cut, on a real NDB cluster. */
@EnabledIf(value = "io.lambdafs.store.ndb.TestCluster#isThere", disabledReason = TestCluster.REASON)
final class NdbCoordinatorTest extends CoordinatorContract {
    @RegisterExtension
    static final TestTables TABLES = new TestTables();

    private static final Duration SESSION = Duration.ofSeconds(2);

    @Override
    protected Coordinator connect() {
        return connect(TABLES.line());
    }

    private static Coordinator connect(Transactions line) {
        return NdbCoordinator.start(line, SESSION, System::nanoTime);
    }

    @Override
    protected void loseSession(Coordinator coordinator) {
        ((NdbCoordinator) coordinator).registered().forEach(key -> TABLES.endRegistrations(key.writer()));
    }

    @Test
    void memberThatIsCutOff_isRemovedByTheOthers_andKnowsIt() throws Exception {
        RecordedNews news = new RecordedNews();
        open().watch(news);
        TestLine line = TABLES.line();
        try (Coordinator away = connect(line)) {
            Registration registration = away.register(member(1));
            news.expect("joined 1");
            CountDownLatch lost = new CountDownLatch(1);
            registration.onLoss(lost::countDown);
            line.cut();
            news.expect("departed 1");
            assertThat(lost.await(20, TimeUnit.SECONDS)).isTrue();
            assertThat(registration.isAlive()).isFalse();
            line.heal();
            assertThat(away.register(member(2)).isAlive()).isTrue();
            news.expect("joined 2");
        }
    }

    @Test
    void observerThatWasCutOff_takesNobodyForDead() throws Exception {
        TestLine line = TABLES.line();
        Registration registration = open().register(member(1));
        RecordedNews news = new RecordedNews();
        try (Coordinator observer = connect(line)) {
            observer.watch(news);
            news.expect("joined 1");
            line.cut();
            TimeUnit.NANOSECONDS.sleep(SESSION.multipliedBy(3).dividedBy(2).toNanos());
            line.heal();
            open().register(member(2));
            news.expect("joined 2");
            assertThat(registration.isAlive()).isTrue();
        }
    }

    @Test
    void unreachableCluster_isSaidToBe() throws Exception {
        TestLine line = TABLES.line();
        try (Coordinator one = connect(line)) {
            line.cut();
            assertThatThrownBy(() -> one.register(member(1)))
                    .isInstanceOf(CoordinatorException.class)
                    .hasMessage("could not register in the cluster");
            assertThatThrownBy(one::members).isInstanceOf(CoordinatorException.class);
        }
    }
}
