package io.lambdafs.coordinator.zk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coordinate.Coordinator;
import io.lambdafs.coordinate.Coordinator.Registration;
import io.lambdafs.coordinate.CoordinatorException;
import io.lambdafs.testkit.coordinate.CoordinatorContract;
import io.lambdafs.testkit.coordinate.RecordedNews;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The battery, and restarts of the server, on a real ZooKeeper server in this process. */
final class ZooKeeperCoordinatorTest extends CoordinatorContract {
    private static final Duration SESSION = Duration.ofSeconds(2);
    /** Longer than a busy machine takes to start a server again and to find it. */
    private static final Duration LONG_SESSION = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private EmbeddedZooKeeper server;
    private Duration session = SESSION;

    @BeforeEach
    void start() throws IOException {
        server = EmbeddedZooKeeper.start(directory, 0);
    }

    @Override
    protected void stopService() {
        server.close();
    }

    @Override
    protected Coordinator connect() {
        return ZooKeeperCoordinator.connect(server.connectString(), "test", session);
    }

    /** Closes the session from a second client that knows its password, as ZooKeeper's own tests do. */
    @Override
    protected void loseSession(Coordinator coordinator) throws Exception {
        coordinator.members();
        ZooKeeper own = ((ZooKeeperCoordinator) coordinator)
                .client()
                .getZookeeperClient()
                .getZooKeeper();
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper twin = new ZooKeeper(
                server.connectString(),
                own.getSessionTimeout(),
                event -> connected.countDown(),
                own.getSessionId(),
                own.getSessionPasswd());
        assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
        twin.close();
    }

    @Test
    void clusters_doNotSeeEachOther() throws Exception {
        open().register(member(1));
        try (Coordinator other = ZooKeeperCoordinator.connect(server.connectString(), "other", SESSION)) {
            assertThat(other.members()).isEmpty();
        }
    }

    @Test
    void sessionTimeout_isTheServers() throws Exception {
        try (Coordinator one = ZooKeeperCoordinator.connect(server.connectString(), "test", Duration.ofHours(1))) {
            one.members();
            assertThat(one.sessionTimeout()).isEqualTo(Duration.ofMinutes(1));
        }
    }

    @Test
    void shortRestartOfTheServer_keepsTheRegistration() throws Exception {
        session = LONG_SESSION;
        RecordedNews news = new RecordedNews();
        open().watch(news);
        Coordinator one = open();
        Registration registration = one.register(member(1));
        news.expect("joined 1");
        AtomicInteger losses = new AtomicInteger();
        registration.onLoss(losses::incrementAndGet);
        int port = server.port();
        server.close();
        server = EmbeddedZooKeeper.start(directory, port);
        assertThat(open().members()).containsExactly(member(1));
        assertThat(registration.isAlive()).isTrue();
        assertThat(losses).hasValue(0);
        one.register(member(2));
        news.expect("joined 2");
    }

    @Test
    void serverAwayForLongerThanTheSession_losesTheRegistration() throws Exception {
        RecordedNews news = new RecordedNews();
        open().watch(news);
        Coordinator one = open();
        Registration registration = one.register(member(1));
        news.expect("joined 1");
        CountDownLatch lost = new CountDownLatch(1);
        registration.onLoss(lost::countDown);
        int port = server.port();
        server.close();
        assertThat(lost.await(20, TimeUnit.SECONDS)).isTrue();
        server = EmbeddedZooKeeper.start(directory, port);
        one.register(member(2));
        news.expectBoth("departed 1", "joined 2");
    }

    @Test
    void unreachableServer_failsWithinTheBound() throws Exception {
        int port = server.port();
        server.close();
        ZooKeeperConfig config = new ZooKeeperConfig("127.0.0.1:" + port, "test", SESSION, Duration.ofMillis(300));
        try (Coordinator one = ZooKeeperCoordinator.connect(config)) {
            assertThatThrownBy(() -> one.register(member(1)))
                    .isInstanceOf(CoordinatorException.class)
                    .hasMessage("could not register in ZooKeeper");
            assertThatThrownBy(one::members).isInstanceOf(CoordinatorException.class);
        }
    }

    @Test
    void coordinatorMadeBeforeTheServer_findsIt() throws Exception {
        int port = server.port();
        server.close();
        Coordinator one = connectTo(port);
        RecordedNews news = new RecordedNews();
        one.watch(news);
        server = EmbeddedZooKeeper.start(directory, port);
        open().register(member(1));
        news.expect("joined 1");
        one.close();
    }

    private static Coordinator connectTo(int port) {
        return ZooKeeperCoordinator.connect("127.0.0.1:" + port, "test", SESSION);
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
}
