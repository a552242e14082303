package io.lambdafs.testkit.coordinate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.Coordinator.Registration;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.coordinate.Member;
import io.lambdafs.store.WriterId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What every coordinator must do. An adapter's test extends it and says how to connect and how to end a session. */
public abstract class CoordinatorContract {
    private static final long BOUND_SECONDS = 20;

    private final List<Coordinator> connected = new ArrayList<>();

    /** The coordinator of another process of one cluster, which is the same throughout a test and new for each. */
    protected abstract Coordinator connect() throws Exception;

    /** Ends the coordinator's session from the service's side; it takes a new one by itself. */
    protected abstract void loseSession(Coordinator coordinator) throws Exception;

    /** Ends the service, after the coordinators have been closed. */
    protected void stopService() {}

    @AfterEach
    final void closeAll() {
        connected.forEach(Coordinator::close);
        stopService();
    }

    @Test
    void register_returnsWhenOthersSeeIt() throws Exception {
        Coordinator one = open();
        Coordinator other = open();
        Member member = member(1);
        Registration registration = one.register(member);
        assertThat(registration.member()).isEqualTo(member);
        assertThat(registration.isAlive()).isTrue();
        assertThat(other.members()).containsExactly(member);
        assertThat(one.members()).containsExactly(member);
    }

    @Test
    void members_ofAnEmptyClusterAreNone() throws Exception {
        assertThat(open().members()).isEmpty();
    }

    @Test
    void member_withUnusualNamesArrivesUnchanged() throws Exception {
        Member member = new Member(-1, new WriterId(Long.MAX_VALUE), "a/b c\nλ \"'", Long.MAX_VALUE);
        open().register(member);
        assertThat(open().members()).containsExactly(member);
    }

    @Test
    void registrationsOfOneProcess_areSeparate() throws Exception {
        Coordinator one = open();
        Registration first = one.register(member(1));
        one.register(member(2));
        first.close();
        assertThat(first.isAlive()).isFalse();
        awaitMembers(open(), member(2));
    }

    @Test
    void closingTheCoordinator_unregistersAll() throws Exception {
        Coordinator one = open();
        Registration registration = one.register(member(1));
        one.register(member(2));
        one.close();
        assertThat(registration.isAlive()).isFalse();
        awaitMembers(open());
    }

    @Test
    void closedCoordinator_refuses() throws Exception {
        Coordinator one = open();
        one.close();
        assertThatThrownBy(() -> one.register(member(1))).isInstanceOf(CoordinatorException.class);
        assertThatThrownBy(one::members).isInstanceOf(CoordinatorException.class);
    }

    @Test
    void watch_tellsThoseThereAndThenJoinsAndDepartures() throws Exception {
        Coordinator one = open();
        one.register(member(1));
        RecordedNews news = new RecordedNews();
        open().watch(news);
        news.expect("joined 1");
        Registration second = one.register(member(2));
        news.expect("joined 2");
        second.close();
        news.expect("departed 2");
        one.close();
        news.expect("departed 1");
    }

    @Test
    void watch_beforeAnybodyRegistered_tellsTheFirst() throws Exception {
        RecordedNews news = new RecordedNews();
        Coordinator one = open();
        one.watch(news);
        one.register(member(1));
        news.expect("joined 1");
    }

    @Test
    void twoWatches_hearTheSame() throws Exception {
        Coordinator one = open();
        RecordedNews first = new RecordedNews();
        RecordedNews second = new RecordedNews();
        one.watch(first);
        one.watch(second);
        open().register(member(1));
        first.expect("joined 1");
        second.expect("joined 1");
    }

    @Test
    void watch_outlivesAFailingListener() throws Exception {
        Coordinator watcher = open();
        RecordedNews news = new RecordedNews();
        watcher.watch(news);
        news.failNext();
        Coordinator one = open();
        one.register(member(1));
        news.expect("joined 1");
        one.register(member(2));
        news.expect("joined 2");
    }

    @Test
    void lostSession_isKnownToItsProcessAndToOthers() throws Exception {
        Coordinator one = open();
        RecordedNews news = new RecordedNews();
        open().watch(news);
        Registration registration = one.register(member(1));
        news.expect("joined 1");
        CountDownLatch lost = new CountDownLatch(1);
        registration.onLoss(lost::countDown);
        loseSession(one);
        news.expect("departed 1");
        assertThat(lost.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(registration.isAlive()).isFalse();
    }

    @Test
    void lossAction_givenAfterTheLoss_runsOnce() throws Exception {
        Coordinator one = open();
        Registration registration = one.register(member(1));
        CountDownLatch lost = new CountDownLatch(1);
        registration.onLoss(lost::countDown);
        loseSession(one);
        assertThat(lost.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        CountDownLatch again = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        registration.onLoss(() -> {
            runs.incrementAndGet();
            again.countDown();
        });
        assertThat(again.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void afterALostSession_registersAnew() throws Exception {
        Coordinator one = open();
        Registration registration = one.register(member(1));
        CountDownLatch lost = new CountDownLatch(1);
        registration.onLoss(lost::countDown);
        loseSession(one);
        assertThat(lost.await(BOUND_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(one.register(member(2)).isAlive()).isTrue();
        awaitMembers(open(), member(2));
    }

    @Test
    void departureWhileTheWatcherHasNoSession_isHeardOf() throws Exception {
        Coordinator leaving = open();
        leaving.register(member(1));
        Coordinator staying = open();
        staying.register(member(2));
        Coordinator watcher = open();
        RecordedNews news = new RecordedNews();
        watcher.watch(news);
        news.expectBoth("joined 1", "joined 2");
        loseSession(watcher);
        leaving.close();
        news.expect("departed 1");
        staying.register(member(3));
        news.expect("joined 3");
    }

    @Test
    void expelledMember_isGoneAtOnce_andTheOthersHearOfIt() throws Exception {
        Coordinator dead = open();
        dead.register(member(1));
        Coordinator other = open();
        other.register(member(2));
        RecordedNews news = new RecordedNews();
        other.watch(news);
        news.expectBoth("joined 1", "joined 2");

        other.expel(member(1));

        assertThat(other.members()).containsExactly(member(2));
        news.expect("departed 1");
    }

    @Test
    void expel_ofAMemberThatIsNotThere_changesNothing() throws Exception {
        Coordinator one = open();
        one.register(member(1));
        one.expel(member(2));
        one.expel(new Member(1, member(1).writer(), "another instance", 1));
        assertThat(one.members()).containsExactly(member(1));
    }

    @Test
    void sessionTimeout_isPositive() throws Exception {
        assertThat(open().sessionTimeout()).isPositive();
    }

    /** A coordinator that is closed after the test. */
    protected final Coordinator open() throws Exception {
        Coordinator coordinator = connect();
        connected.add(coordinator);
        return coordinator;
    }

    /** A member that differs from others by this number. */
    protected static Member member(int number) {
        return new Member(number % 4, new WriterId(number), "instance-" + number, 1000L + number);
    }

    private static void awaitMembers(Coordinator coordinator, Member... expected) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(BOUND_SECONDS);
        while (!List.of(expected).equals(coordinator.members()) && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        assertThat(coordinator.members()).containsExactly(expected);
    }
}
