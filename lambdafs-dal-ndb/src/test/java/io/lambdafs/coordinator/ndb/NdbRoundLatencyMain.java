package io.lambdafs.coordinator.ndb;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.ndb.cluster.ClusterAddress;
import io.lambdafs.store.ndb.cluster.NdbCluster;
import io.lambdafs.store.ndb.cluster.SchemaEditor;
import io.lambdafs.testkit.coherence.RoundLatency;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Prints how long a round takes by an NDB cluster, by members in this process that share a connection. To be run by hand:
 * {@code MEMBERS ROUNDS CALLERS PAUSE_MILLIS CONNECT_STRING [looking]}; with {@code looking} without events.
 */
final class NdbRoundLatencyMain {
    private static final Duration SESSION = Duration.ofSeconds(10);
    private static final int SESSIONS_BESIDE = 8;

    private NdbRoundLatencyMain() {}

    public static void main(String[] args) throws Exception {
        int members = Integer.parseInt(args[0]);
        int rounds = Integer.parseInt(args[1]);
        int callers = Integer.parseInt(args[2]);
        Duration pause = Duration.ofMillis(Long.parseLong(args[3]));
        StoreConfig config = new StoreConfig(
                "ndb://" + args[4] + "/latency", "", "", members + SESSIONS_BESIDE, StoreConfig.Bounds.defaults());
        boolean looking = args.length > 5;
        try (NdbCluster cluster = NdbCluster.connect(ClusterAddress.of(config.url()), config)) {
            NdbCoordinator.over(cluster, SESSION, SESSION, System::nanoTime).close();
            NdbSession.Settings settings = new NdbSession.Settings(
                    NdbCoordinator.transactions(cluster, SESSION),
                    looking ? Events.NONE : Events.of(cluster),
                    System::nanoTime,
                    SESSION,
                    SESSION);
            try (RoundLatency latency = RoundLatency.join(members, () -> NdbCoordinator.start(settings))) {
                latency.measure(rounds, callers, pause);
                long before = cluster.roundTrips();
                long[] nanos = latency.measure(rounds, callers, pause);
                double perRound = (double) (cluster.roundTrips() - before) / nanos.length;
                new PrintStream(System.out, true, StandardCharsets.UTF_8)
                        .printf("%s, %.2f round trips a round%n", latency.describe(nanos, callers), perRound);
            } finally {
                SchemaEditor.drop(cluster, CoordinationSchema.TABLES);
            }
        }
    }
}
