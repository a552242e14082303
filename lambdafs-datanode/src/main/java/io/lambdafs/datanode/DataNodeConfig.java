package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.housekeeping.HousekeepingConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The settings of a DataNode's process at its start, except how to reach the store.
 *
 * @param volumes where the blocks are kept
 * @param network where others find it
 * @param blockReportInterval how often the DataNode reports all its replicas, besides at its start
 * @param housekeeping how it does the file system's housekeeping when it is its turn
 * @param reportsOnly whether its user of the store may report and nothing else: then it does no housekeeping, and leaves recoveries to it
 */
public record DataNodeConfig(
        List<Volume> volumes,
        Network network,
        Duration blockReportInterval,
        HousekeepingConfig housekeeping,
        boolean reportsOnly) {
    public static final Duration DEFAULT_BLOCK_REPORT_INTERVAL = Duration.ofHours(1);

    public DataNodeConfig {
        volumes = List.copyOf(volumes);
        if (volumes.isEmpty()) {
            throw new IllegalArgumentException("a DataNode needs a directory for its blocks");
        }
        requireNonNull(network, "network");
        requireNonNull(blockReportInterval, "blockReportInterval");
        requireNonNull(housekeeping, "housekeeping");
        if (blockReportInterval.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException(
                    "the block report interval is at least a second: " + blockReportInterval);
        }
    }

    /** One that does its share in the housekeeping. */
    public DataNodeConfig(
            List<Volume> volumes, Network network, Duration blockReportInterval, HousekeepingConfig housekeeping) {
        this(volumes, network, blockReportInterval, housekeeping, false);
    }

    /** Whether the cluster is in secure mode: then the DataNode demands block tokens and encrypts what it transfers. */
    public boolean isSecure() {
        return housekeeping.blockKeys().enabled();
    }

    List<Path> dataDirectories() {
        return volumes.stream().map(Volume::directory).toList();
    }

    /**
     * Where a DataNode listens.
     *
     * @param bindAddress of all its ports
     * @param advertisedHost the name or address at which clients and other DataNodes reach it
     * @param portBase the first of its three ports, in the order data transfer, HTTP, RPC; 0 for any free ones
     */
    public record Network(String bindAddress, String advertisedHost, int portBase) {
        public static final String LOOPBACK = "127.0.0.1";

        /** The name by which this machine calls itself. */
        public static final String LOOPBACK_NAME = "localhost";

        private static final int PORTS = 3;
        private static final int MAX_PORT = 65_535;

        public Network {
            requireNonNull(bindAddress, "bindAddress");
            requireNonNull(advertisedHost, "advertisedHost");
            if (portBase < 0 || portBase > MAX_PORT - PORTS + 1) {
                throw new IllegalArgumentException("the first of three ports lies between 0 and 65533: " + portBase);
            }
        }

        /**
         * Reachable from this machine only, at any free ports. Advertised by name, as stock HDFS does: schedulers that look
         * for local blocks compare names.
         */
        public static Network loopback() {
            return new Network(LOOPBACK, LOOPBACK_NAME, 0);
        }

        int transferPort() {
            return portBase;
        }

        int httpPort() {
            return portBase == 0 ? 0 : portBase + 1;
        }

        int rpcPort() {
            return portBase == 0 ? 0 : portBase + 2;
        }
    }
}
