package io.lambdafs.datanode;

import static java.util.Objects.requireNonNull;

import io.lambdafs.blockkey.BlockKeyConfig;
import io.lambdafs.datanode.DataNodeConfig.Network;
import io.lambdafs.housekeeping.HousekeepingConfig;
import io.lambdafs.housekeeping.HousekeepingConfig.Liveness;
import io.lambdafs.store.StoreConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The arguments and environment variables of a DataNode's process.
 *
 * @param storeWait how long to wait for a store that is not running yet
 */
record CommandLine(DataNodeConfig config, StoreConfig store, Duration storeWait) {
    static final String USAGE = """
            usage: DataNodeMain --data-dir DIR [--store URL] [options]
              --data-dir DIR[,DIR...]    where the blocks are kept, one directory for each volume; [SSD]DIR says its type
              --store URL                the metadata store; default: LAMBDAFS_STORE_URL
              --bind ADDRESS             where the data and RPC ports listen; default 127.0.0.1
              --host NAME                how others reach this machine; default: the bind address, or localhost for 127.0.0.1
              --port-base PORT           the first of three ports (data, HTTP, RPC); default 0: any free ones
              --dead-after SECONDS       silence after which a DataNode is dead; default 30
              --block-report SECONDS     time between full block reports; default 3600
              --store-wait SECONDS       how long to wait for the store at the start; default 60
            user and password of the store come from LAMBDAFS_STORE_USER and LAMBDAFS_STORE_PASSWORD
            LAMBDAFS_SECURE=true: secure mode, as all processes of the cluster must be
            LAMBDAFS_STORE_ROLE=datanode: that user may only report, and a process of HousekeeperMain does the housekeeping""";

    private static final Set<String> OPTIONS = Set.of(
            "--data-dir",
            "--store",
            "--bind",
            "--host",
            "--port-base",
            "--dead-after",
            "--block-report",
            "--store-wait");
    private static final int CONNECTIONS = 4;
    private static final String ROLE = "LAMBDAFS_STORE_ROLE";
    private static final String REPORTING = "datanode";

    CommandLine {
        requireNonNull(config, "config");
        requireNonNull(store, "store");
        requireNonNull(storeWait, "storeWait");
    }

    /**
     * Reads what the process was started with.
     *
     * @throws IllegalArgumentException saying which argument is missing or wrong
     */
    static CommandLine parse(String[] arguments, Map<String, String> environment) {
        Map<String, String> given = split(arguments);
        HousekeepingConfig housekeeping = HousekeepingConfig.defaults()
                .withBlockKeys(BlockKeyConfig.of(environment))
                .withLiveness(Liveness.after(Duration.ofSeconds(number(given, "--dead-after", 30))));
        DataNodeConfig config = new DataNodeConfig(
                volumes(required(given.get("--data-dir"), "give --data-dir: where the blocks are kept")),
                network(given),
                Duration.ofSeconds(number(
                        given, "--block-report", (int) DataNodeConfig.DEFAULT_BLOCK_REPORT_INTERVAL.toSeconds())),
                housekeeping,
                isReportsOnly(environment));
        return new CommandLine(
                config, store(given, environment), Duration.ofSeconds(number(given, "--store-wait", 60)));
    }

    private static boolean isReportsOnly(Map<String, String> environment) {
        String role = environment.getOrDefault(ROLE, "");
        if (!role.isEmpty() && !role.equals(REPORTING)) {
            throw new IllegalArgumentException(ROLE + " must be " + REPORTING + " or not be set, not " + role);
        }
        if (!role.isEmpty() && !Boolean.parseBoolean(environment.getOrDefault("LAMBDAFS_SECURE", ""))) {
            throw new IllegalArgumentException(ROLE + " is for secure mode: set LAMBDAFS_SECURE=true");
        }
        return !role.isEmpty();
    }

    private static StoreConfig store(Map<String, String> given, Map<String, String> environment) {
        return new StoreConfig(
                required(
                        given.getOrDefault("--store", environment.get("LAMBDAFS_STORE_URL")),
                        "give --store or LAMBDAFS_STORE_URL: where the metadata is kept"),
                environment.getOrDefault("LAMBDAFS_STORE_USER", ""),
                environment.getOrDefault("LAMBDAFS_STORE_PASSWORD", ""),
                CONNECTIONS,
                StoreConfig.Bounds.defaults());
    }

    private static Network network(Map<String, String> given) {
        String bind = given.getOrDefault("--bind", Network.LOOPBACK);
        String host = given.get("--host");
        if (host == null && (bind.equals("0.0.0.0") || bind.equals("::"))) {
            throw new IllegalArgumentException(
                    "give --host with --bind " + bind + ": others cannot reach that address");
        }
        String named = bind.equals(Network.LOOPBACK) ? Network.LOOPBACK_NAME : bind;
        return new Network(bind, host == null ? named : host, number(given, "--port-base", 0));
    }

    private static List<Volume> volumes(String list) {
        List<Volume> volumes = new ArrayList<>();
        for (String directory : list.split(",", -1)) {
            if (directory.isBlank()) {
                throw new IllegalArgumentException("--data-dir takes directories between commas, not " + list);
            }
            volumes.add(Volume.parse(directory.strip()));
        }
        return volumes;
    }

    private static Map<String, String> split(String[] arguments) {
        Map<String, String> given = new HashMap<>();
        for (int i = 0; i < arguments.length; i += 2) {
            String option = arguments[i];
            if (!OPTIONS.contains(option)) {
                throw new IllegalArgumentException("unknown option " + option);
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(option + " needs a value");
            }
            if (given.put(option, arguments[i + 1]) != null) {
                throw new IllegalArgumentException(option + " is given twice");
            }
        }
        return given;
    }

    private static String required(@Nullable String value, String message) {
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException(message);
        }
        return value;
    }

    private static int number(Map<String, String> given, String option, int otherwise) {
        String text = given.get(option);
        if (text == null) {
            return otherwise;
        }
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " takes a number, not " + text, e);
        }
    }
}
