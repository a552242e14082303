package io.lambdafs.coordinator.zk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.coherence.CoordinatorException;
import io.lambdafs.coherence.Member;
import io.lambdafs.coherence.Scope;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import io.lambdafs.testkit.coherence.Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.NoAuthException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which processes get at the znodes of a cluster in secure mode, on a real server. */
final class RestrictedZnodesTest {
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final Scope SCOPE = Scope.ofPaths(FsPath.parse("/a/b"));

    /** Long enough not to fit into the name of a znode. */
    private static final Scope LONG_SCOPE = Scope.ofPaths(FsPath.parse("/" + "n".repeat(250)));

    private final List<AutoCloseable> open = new ArrayList<>();

    @TempDir
    private Path directory;

    private EmbeddedZooKeeper server;

    @BeforeEach
    void start() throws IOException {
        server = EmbeddedZooKeeper.start(directory, 0);
        open.add(server);
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private ZooKeeperConfig config(String secret) {
        return new ZooKeeperConfig(server.connectString(), "test", BOUND, BOUND, new ZooKeeperAccess(secret));
    }

    private Coordinator coordinator(String secret) {
        Coordinator made = ZooKeeperCoordinator.connect(config(secret), System::nanoTime);
        open.add(made);
        return made;
    }

    private static Member member(int number) {
        return new Member(0, new WriterId(number), "instance-" + number, number);
    }

    /** A client that is not of λFS; with a secret it may look at everything. */
    private ZooKeeper client(String secret) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper made = new ZooKeeper(server.connectString(), 20_000, event -> connected.countDown());
        open.add(made);
        assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
        if (!secret.isEmpty()) {
            made.addAuthInfo("digest", ("lambdafs:" + secret).getBytes(StandardCharsets.UTF_8));
        }
        return made;
    }

    /** Two members, a round with what does not fit into a name, one without, and an acknowledgement. */
    private void work(String secret) throws Exception {
        Peer leader = Peer.silent(coordinator(secret), member(1)).awaitRegistered();
        Peer follower = Peer.silent(coordinator(secret), member(2)).awaitRegistered();
        leader.publish(1, LONG_SCOPE, 0);
        leader.publish(2, SCOPE, 0);
        follower.await("inv 1.1");
        follower.await("inv 1.2");
        follower.session().acknowledge(leader.round(1));
        leader.await("acknowledged 1.1 by 2");
        Peer.silent(coordinator(secret), member(3)).awaitRegistered();
    }

    /** Paths at and below this one. */
    private static List<String> tree(ZooKeeper by, String top) throws Exception {
        List<String> found = new ArrayList<>(List.of(top));
        for (int i = 0; i < found.size(); i++) {
            String path = found.get(i);
            for (String name : by.getChildren(path, false)) {
                found.add(path.equals("/") ? "/" + name : path + '/' + name);
            }
        }
        return found;
    }

    private void isClosed(String top) throws Exception {
        List<String> paths = tree(client(SECRET), top);
        paths.remove("/zookeeper/config");
        assertThat(paths)
                .as("what a cluster makes")
                .anyMatch(path -> path.matches("/lambdafs/test/namenodes/.+"))
                .anyMatch(path -> path.matches("/lambdafs/test/coherence/inv/0/.+"))
                .anyMatch(path -> path.matches("/lambdafs/test/coherence/acks/1/.+"));
        for (String secret : List.of("", "another secret of that length")) {
            ZooKeeper stranger = client(secret);
            for (String path : paths) {
                isClosed(stranger, path);
            }
        }
    }

    private static void isClosed(ZooKeeper stranger, String path) {
        assertNoAuth(path, () -> stranger.getData(path, false, null));
        assertNoAuth(path, () -> stranger.getChildren(path, false));
        assertNoAuth(path, () -> stranger.getACL(path, null));
        assertNoAuth(path, () -> stranger.setData(path, new byte[0], -1));
        assertNoAuth(path, () -> stranger.setACL(path, Ids.OPEN_ACL_UNSAFE, -1));
        String below = path.equals("/") ? "/x" : path + "/x";
        assertNoAuth(path, () -> stranger.create(below, new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
        boolean isInAnOpenRoot = path.equals("/lambdafs");
        boolean isDeletedByNobody = path.equals("/") || path.startsWith("/zookeeper");
        if (!isInAnOpenRoot && !isDeletedByNobody) {
            assertNoAuth(path, () -> stranger.delete(path, -1));
        }
    }

    private static void assertNoAuth(String path, ThrowingCallable request) {
        assertThatThrownBy(request).as(path).isInstanceOf(NoAuthException.class);
    }

    /** It is not done with taking the znodes when it is closed; the next process that connects begins again. */
    @Test
    void processThatEndsAtOnce_warnsOfNothing() {
        ByteArrayOutputStream logged = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
        try {
            for (int i = 0; i < 20; i++) {
                try (Coordinator made = ZooKeeperCoordinator.connect(config(SECRET), System::nanoTime)) {
                    assertThat(made.members()).isEmpty();
                }
            }
        } finally {
            System.setErr(before);
        }
        assertThat(logged.toString(StandardCharsets.UTF_8)).doesNotContain("could not take the cluster's znodes");
    }

    @Test
    void whoDoesNotShowTheSecret_readsHearsAndChangesNothing() throws Exception {
        ZooKeeper listener = client("");
        List<String> heard = new CopyOnWriteArrayList<>();
        listener.addWatch("/", event -> heard.add(String.valueOf(event.getPath())), AddWatchMode.PERSISTENT_RECURSIVE);
        listener.create("/own", new byte[0], Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        work(SECRET);
        // Answers come after the events of what was done before.
        CountDownLatch answered = new CountDownLatch(1);
        listener.exists("/own", false, (rc, path, context, stat) -> answered.countDown(), null);
        assertThat(answered.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(heard).containsExactly("/own");
        isClosed("/lambdafs");
    }

    @Test
    void ownServer_isClosedAsAWhole() throws Exception {
        OwnServer.take(config(SECRET));
        work(SECRET);
        isClosed("/");
        OwnServer.take(config(SECRET));
    }

    @Test
    void clusterOfSimpleMode_isTakenWithAllThatItHas_andGivenBack() throws Exception {
        work("");
        ZooKeeper before = client("");
        List<String> made = tree(before, "/lambdafs");

        Peer joiner = Peer.silent(coordinator(SECRET), member(4)).awaitRegistered();
        assertThat(joiner.others()).contains(member(1), member(2));
        awaitTaken(before);
        isClosed("/lambdafs");
        assertThat(tree(client(SECRET), "/lambdafs")).containsAll(made);

        OwnServer.giveBack(config(SECRET));
        Peer.silent(coordinator(""), member(5)).awaitRegistered();
        ZooKeeper anybody = client("");
        for (String path : tree(anybody, "/lambdafs")) {
            assertThat(anybody.getACL(path, null)).as(path).isEqualTo(Ids.OPEN_ACL_UNSAFE);
        }
    }

    /** It cannot be told of INVs any more, so it must not go on as if there were none. */
    @Test
    void memberWhoseZnodesAreTaken_losesItsSession() throws Exception {
        Peer before = Peer.silent(coordinator(""), member(1)).awaitRegistered();
        Peer.silent(coordinator(SECRET), member(2)).awaitRegistered();
        before.await("lost");
    }

    /* Members may be there before the znodes that an earlier version made are taken. */
    private static void awaitTaken(ZooKeeper stranger) throws Exception {
        long end = System.nanoTime() + BOUND.toNanos();
        while (isOpen(stranger)) {
            assertThat(System.nanoTime()).as("taken within the bound").isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static boolean isOpen(ZooKeeper stranger) throws Exception {
        try {
            return Objects.nonNull(stranger.getACL("/lambdafs", null));
        } catch (NoAuthException taken) {
            return false;
        } catch (NoNodeException missing) {
            return true;
        }
    }

    @Test
    void processWithoutTheSecret_hearsWhatIsMissing() throws Exception {
        work(SECRET);
        for (String other : List.of("", "another secret of that length")) {
            assertThatThrownBy(() -> coordinator(other).members())
                    .isInstanceOf(CoordinatorException.class)
                    .hasMessageContaining("LAMBDAFS_ZOOKEEPER_SECRET");
            Peer.silent(coordinator(other), member(8)).await("lost");
        }
    }

    @Test
    void secret_isLong_andIsNotShown() {
        assertThatThrownBy(() -> new ZooKeeperAccess("short")).hasMessageContaining("16 characters");
        assertThat(config(SECRET).toString()).doesNotContain(SECRET);
    }
}
