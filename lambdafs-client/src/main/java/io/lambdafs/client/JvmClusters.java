package io.lambdafs.client;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The clusters in use in this JVM, each opened with its first client and closed with its last.
 *
 * <p>The module's only static state. Hadoop makes a provider for every FileSystem object and offers no place to keep
 * what they share; without this each would run a TCP server, and every function instance would have to connect to each.
 */
final class JvmClusters {
    private static final JvmClusters INSTANCE = new JvmClusters();

    private final ClientMetrics metrics = new ClientMetrics();
    private final Map<ClientConfig, Shared> open = new HashMap<>();
    private boolean printsMetrics;

    private JvmClusters() {}

    static JvmClusters instance() {
        return INSTANCE;
    }

    ClientMetrics metrics() {
        return metrics;
    }

    /** The cluster with these settings, until {@link #release}. */
    synchronized Cluster acquire(ClientConfig config) throws IOException {
        printMetricsAtExit(config);
        Shared shared = open.get(config);
        if (shared == null) {
            shared = new Shared(new Cluster(config, new SystemSurroundings(), metrics));
            open.put(config, shared);
        }
        shared.users++;
        return shared.cluster;
    }

    /** Gives back what {@link #acquire} gave; to be called once for each. */
    synchronized void release(ClientConfig config) {
        Shared shared = open.get(config);
        if (shared != null && --shared.users == 0) {
            open.remove(config);
            shared.cluster.close();
        }
    }

    private void printMetricsAtExit(ClientConfig config) {
        if (!printsMetrics && config.flag(ClientKey.PRINT_METRICS)) {
            printsMetrics = true;
            Thread printer = new Thread(() -> System.err.print(metrics.summary()), "lambdafs-print-metrics");
            Runtime.getRuntime().addShutdownHook(printer);
        }
    }

    /** A cluster and how many clients use it. */
    private static final class Shared {
        private final Cluster cluster;
        private int users;

        Shared(Cluster cluster) {
            this.cluster = cluster;
        }
    }
}
