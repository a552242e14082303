package io.lambdafs.client;

import io.lambdafs.client.sharing.Sharing;
import io.lambdafs.client.sharing.StackSharing;
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
        StackSharing sharing = sharingOfTheSameStack(config);
        try {
            Shared opened = new Shared(config, sharing, metrics);
            open.add(opened);
            return opened.cluster;
        } finally {
            closeUnlessUsed(sharing);
        }
    }

    /** Gives back what {@link #acquire} gave; to be called once for each. */
    synchronized void release(Cluster cluster) {
        for (Shared shared : open) {
            if (shared.cluster == cluster && --shared.users == 0) {
                open.remove(shared);
                cluster.close();
                closeUnlessUsed(shared.sharing);
                return;
            }
        }
    }

    private StackSharing sharingOfTheSameStack(ClientConfig config) {
        for (Shared shared : open) {
            if (shared.sharesWith(config)) {
                return shared.sharing;
            }
        }
        SystemEnvironment environment = new SystemEnvironment();
        return config.sharing() == Sharing.MACHINE && config.usesTcp()
                ? StackSharing.onThisMachine(
                        config.stack(),
                        config.text(ClientKey.SHARING_DIRECTORY),
                        metrics.sharing(),
                        environment::nanoTime,
                        environment::warn)
                : StackSharing.withinJvm();
    }

    private void closeUnlessUsed(StackSharing sharing) {
        if (open.stream().noneMatch(shared -> shared.sharing == sharing)) {
            sharing.close();
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
        private final ClientConfig config;
        private final StackSharing sharing;
        private final Cluster cluster;
        private int users = 1;

        Shared(ClientConfig config, StackSharing sharing, ClientMetrics metrics) throws IOException {
            this.config = config;
            this.sharing = sharing;
            this.cluster = new Cluster(config, sharing, new SystemEnvironment(), metrics);
        }

        boolean hasRoomFor(ClientConfig other) {
            int most = config.number(ClientKey.TCP_MAX_CLIENTS);
            return config.equals(other) && (most == 0 || users < most);
        }

        boolean sharesWith(ClientConfig other) {
            return config.sharing() != Sharing.NONE
                    && config.sharing() == other.sharing()
                    && config.usesTcp()
                    && other.usesTcp()
                    && config.text(ClientKey.SHARING_DIRECTORY).equals(other.text(ClientKey.SHARING_DIRECTORY))
                    && config.stack().equals(other.stack());
        }
    }
}
