package io.lambdafs.coordinator.zk;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.CoherenceCarrier;
import io.lambdafs.coherence.CoherenceCarrier.Session;
import io.lambdafs.coherence.Inv;
import io.lambdafs.coherence.RoundId;
import io.lambdafs.coherence.Scope;
import io.lambdafs.coordinate.Member;
import io.lambdafs.fs.FsPath;
import io.lambdafs.store.WriterId;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * Prints how long a round takes from publishing to the last acknowledgement, by members with sessions of their own in this
 * process and a ZooKeeper server in it too. To be run by hand: {@code MEMBERS ROUNDS CALLERS}.
 */
final class CarrierLatencyMain {
    private static final Duration SESSION = Duration.ofSeconds(10);

    private final Map<RoundId, CountDownLatch> waiting = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private volatile boolean alone;

    private CarrierLatencyMain() {}

    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("carrier-latency");
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start(directory, 0)) {
            new CarrierLatencyMain()
                    .run(server, Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        }
    }

    private void run(EmbeddedZooKeeper server, int members, int rounds, int callers) throws Exception {
        alone = members == 1;
        List<AutoCloseable> opened = new ArrayList<>();
        List<Session> sessions = new ArrayList<>();
        CountDownLatch joined = new CountDownLatch(members * (members - 1));
        for (int i = 1; i <= members; i++) {
            ZooKeeperCoordinator coordinator = ZooKeeperCoordinator.connect(server.connectString(), "latency", SESSION);
            CoherenceCarrier carrier = ZooKeeperCarrier.over(coordinator, System::nanoTime);
            Follower follower = new Follower(joined);
            Session session = carrier.join(new Member(0, new WriterId(i), "i", i), follower);
            follower.session = session;
            await(follower.registered);
            sessions.add(session);
            opened.add(carrier);
            opened.add(coordinator);
        }
        await(joined);
        measure(sessions.get(0), members, rounds, callers);
        long before = transactions(server);
        long[] nanos = measure(sessions.get(0), members, rounds, callers);
        TimeUnit.MILLISECONDS.sleep(200);
        double perRound = (double) (transactions(server) - before) / nanos.length;
        Arrays.sort(nanos);
        new PrintStream(System.out, true, StandardCharsets.UTF_8)
                .printf(
                        "%d members, %d callers: p50 %.2f ms, p99 %.2f ms, %.2f transactions a round%n",
                        members,
                        callers,
                        nanos[nanos.length / 2] / 1e6,
                        nanos[nanos.length * 99 / 100] / 1e6,
                        perRound);
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    /** ZooKeeper's number of its latest transaction. */
    private static long transactions(EmbeddedZooKeeper server) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper inspector = new ZooKeeper(server.connectString(), 10_000, event -> connected.countDown());
        await(connected);
        String path =
                inspector.create("/mark-", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT_SEQUENTIAL);
        long transaction = requireNonNull(inspector.exists(path, false)).getCzxid();
        inspector.close();
        return transaction;
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nothing came for 20 s");
        }
    }

    private long[] measure(Session leader, int members, int rounds, int callers) throws Exception {
        long[] nanos = new long[rounds * callers];
        ExecutorService threads = Executors.newFixedThreadPool(callers);
        List<Future<?>> ends = new ArrayList<>();
        for (int caller = 0; caller < callers; caller++) {
            int first = caller * rounds;
            ends.add(threads.submit(() -> {
                for (int i = 0; i < rounds; i++) {
                    nanos[first + i] = round(leader, members);
                }
                return null;
            }));
        }
        for (Future<?> end : ends) {
            end.get();
        }
        threads.shutdown();
        return nanos;
    }

    private long round(Session leader, int members) throws InterruptedException {
        RoundId round = new RoundId(new WriterId(1), numbers.incrementAndGet());
        CountDownLatch acknowledged = new CountDownLatch(Math.max(1, members - 1));
        waiting.put(round, acknowledged);
        long start = System.nanoTime();
        leader.publish(round, Map.of(0, Scope.ofPaths(FsPath.parse("/some/directory/file-" + round.number()))));
        await(acknowledged);
        long end = System.nanoTime();
        waiting.remove(round);
        leader.end(round);
        return end - start;
    }

    private void countDown(RoundId round) {
        CountDownLatch latch = waiting.get(round);
        if (latch != null) {
            latch.countDown();
        }
    }

    /** Acknowledges everything; counts down the leader's rounds. */
    private final class Follower implements CoherenceCarrier.Listener {
        private final CountDownLatch registered = new CountDownLatch(1);
        private final CountDownLatch joined;
        private volatile @Nullable Session session;

        Follower(CountDownLatch joined) {
            this.joined = joined;
        }

        @Override
        public void registered(Set<Member> others, Set<Inv> existing) {
            registered.countDown();
        }

        @Override
        public void joined(Member member) {
            requireNonNull(session).acknowledgeJoin(member.writer());
            joined.countDown();
        }

        @Override
        public void departed(WriterId member) {}

        @Override
        public void inv(Inv inv) {
            requireNonNull(session).acknowledge(inv.round());
        }

        @Override
        public void ended(RoundId round) {}

        @Override
        public void acknowledged(RoundId round, WriterId by) {
            countDown(round);
        }

        @Override
        public void joinAcknowledged(WriterId by) {
            joined.countDown();
        }

        @Override
        public void published(RoundId round) {
            // A leader alone has nobody else to wait for.
            if (alone) {
                countDown(round);
            }
        }

        @Override
        public void publishFailed(RoundId round, String reason) {
            throw new IllegalStateException(reason);
        }

        @Override
        public void lost() {}
    }
}
