package io.lambdafs.client;

import io.lambdafs.client.sharing.LocalServers;
import io.lambdafs.client.sharing.Sharing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The clusters in use in this JVM, each opened with its first client and closed with its last.
 *
 * <p>The module's only static state. Hadoop makes a provider for every FileSystem object and offers no place to keep
 * what they share; without this each would run a TCP server, and every function instance would have to connect to each.
 */
final class JvmClusters {
    private static final JvmClusters INSTANCE = new JvmClusters();

    private final ClientMetrics metrics = new ClientMetrics();
    private final List<Shared> open = new ArrayList<>();
    private boolean printsMetrics;

    private JvmClusters() {}

    static JvmClusters instance() {
        return INSTANCE;
    }

    ClientMetrics metrics() {
        return metrics;
    }

    /** A cluster with these settings that has room for one more client, until {@link #release}. */
    synchronized Cluster acquire(ClientConfig config) throws IOException {
        printMetricsAtExit(config);
        for (Shared shared : open) {
            if (shared.hasRoomFor(config)) {
                shared.users++;
                return shared.cluster;
            }
        }
        Shared opened = new Shared(config, serversOfTheSameStack(config), metrics);
        open.add(opened);
        return opened.cluster;
    }

    /** Gives back what {@link #acquire} gave; to be called once for each. */
    synchronized void release(Cluster cluster) {
        for (Shared shared : open) {
            if (shared.cluster == cluster && --shared.users == 0) {
                open.remove(shared);
                cluster.close();
                return;
            }
        }
    }

    private LocalServers serversOfTheSameStack(ClientConfig config) {
        for (Shared shared : open) {
            if (shared.sharesWith(config)) {
                return shared.servers;
            }
        }
        return new LocalServers();
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
        private final ClientConfig config;
        private final LocalServers servers;
        private final Cluster cluster;
        private int users = 1;

        Shared(ClientConfig config, LocalServers servers, ClientMetrics metrics) throws IOException {
            this.config = config;
            this.servers = servers;
            this.cluster = new Cluster(config, servers, new SystemSurroundings(), metrics);
        }

        boolean hasRoomFor(ClientConfig other) {
            int most = config.number(ClientKey.TCP_MAX_CLIENTS);
            return config.equals(other) && (most == 0 || users < most);
        }

        boolean sharesWith(ClientConfig other) {
            return config.sharing() != Sharing.NONE
                    && other.sharing() != Sharing.NONE
                    && config.stack().equals(other.stack());
        }
    }
}
