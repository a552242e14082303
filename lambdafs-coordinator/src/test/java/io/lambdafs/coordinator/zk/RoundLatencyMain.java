package io.lambdafs.coordinator.zk;

import static java.util.Objects.requireNonNull;

import io.lambdafs.coherence.Coordinator;
import io.lambdafs.testkit.coherence.RoundLatency;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/**
 * Prints how long a round takes by ZooKeeper, by members with sessions of their own in this process and a server in it too.
 * To be run by hand: {@code MEMBERS ROUNDS CALLERS [PAUSE_MILLIS]}.
 */
final class RoundLatencyMain {
    private static final Duration SESSION = Duration.ofSeconds(10);

    private RoundLatencyMain() {}

    public static void main(String[] args) throws Exception {
        int members = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int callers = Integer.parseInt(args[2]);
        Duration pause = Duration.ofMillis(args.length > 3 ? Long.parseLong(args[3]) : 0);
        Path directory = Files.createTempDirectory("round-latency");
        try (EmbeddedZooKeeper server = EmbeddedZooKeeper.start(directory, 0);
                RoundLatency latency = RoundLatency.join(members, () -> connect(server))) {
            latency.measure(rounds, callers, pause);
            long before = transactions(server);
            long[] nanos = latency.measure(rounds, callers, pause);
            TimeUnit.MILLISECONDS.sleep(200);
            double perRound = (double) (transactions(server) - before) / nanos.length;
            new PrintStream(System.out, true, StandardCharsets.UTF_8)
                    .printf("%s, %.2f transactions a round%n", latency.describe(nanos, callers), perRound);
        }
    }

    private static Coordinator connect(EmbeddedZooKeeper server) {
        ZooKeeperConfig config =
                new ZooKeeperConfig(server.connectString(), "latency", SESSION, ZooKeeperConfig.DEFAULT_BOUND);
        return ZooKeeperCoordinator.connect(config, System::nanoTime);
    }

    /** ZooKeeper's number of its latest transaction. */
    private static long transactions(EmbeddedZooKeeper server) throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper inspector = new ZooKeeper(server.connectString(), 10_000, event -> connected.countDown());
        if (!connected.await(20, TimeUnit.SECONDS)) {
            throw new IllegalStateException("not connected within 20 s");
        }
        String path =
                inspector.create("/mark-", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT_SEQUENTIAL);
        long transaction = requireNonNull(inspector.exists(path, false)).getCzxid();
        inspector.close();
        return transaction;
    }
}
