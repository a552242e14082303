package io.lambdafs.cli;

import io.lambdafs.cli.secret.PrivateFile;
import io.lambdafs.cli.store.OwnStore;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * How a stack is made up. Kept in its data directory, so that {@code start} without options starts the same again.
 *
 * @param mode {@value #CACHING}, or {@value #STATELESS} for NameNodes that cache nothing
 * @param coordinator {@value #ZOOKEEPER}, or {@value #NDB} for the store's own cluster
 * @param offload whether NameNodes help one another to empty large deleted directories
 * @param fullCompiler whether instances have the JVM's second compiler: slower at first, and faster after a minute of work
 * @param deployments how many NameNode functions there are
 * @param instanceConcurrency calls that one instance takes at once; a further one makes the platform start another
 * @param dataNodes how many DataNodes there are
 * @param minBlockSize the smallest block size that a file may have, in bytes
 * @param store the URL of the metadata store, or the name of an own store: {@link OwnStore#option}
 * @param storeUser the user there; empty for an own store
 * @param storePassword the password there
 * @param ports where the components listen
 * @param cpu how much CPU the instances may use
 */
record StackConfig(
        String mode,
        String coordinator,
        boolean offload,
        boolean fullCompiler,
        int deployments,
        int instanceConcurrency,
        int dataNodes,
        int minBlockSize,
        String store,
        String storeUser,
        String storePassword,
        StackPorts ports,
        InstanceCpu cpu) {
    static final String NDB = "ndb";
    static final String NDB_SCHEME = "ndb://";
    /** Of the stores that somebody else starts. */
    private static final List<String> SCHEMES = List.of("jdbc:", "rocks://", "rocks+unix:", NDB_SCHEME);

    static final String ZOOKEEPER = "zookeeper";
    static final String CACHING = "lambdafs";
    static final String STATELESS = "stateless";
    static final int DEFAULT_INSTANCE_CONCURRENCY = 64;
    static final int MAX_DEPLOYMENTS = 1024;
    static final int MAX_INSTANCE_CONCURRENCY = 500;
    static final int MAX_DATANODES = 64;

    /** The ports of the components that have fixed ones, all on 127.0.0.1. */
    record StackPorts(int platform, int zooKeeper, int store) {
        StackPorts {
            Ports.requireValid("--platform-port", platform);
            Ports.requireValid("--zookeeper-port", zooKeeper);
            Ports.requireValid("--store-port", store);
            if (platform == zooKeeper || platform == store || zooKeeper == store) {
                throw new CliException("--platform-port, --zookeeper-port and --store-port must differ");
            }
        }
    }

    /**
     * How much CPU the instances may use, in thousandths of a core.
     *
     * @param instanceMillis the limit of each; 0 does not limit them, and each counts as {@code standardMillis} in the pool
     * @param poolMillis what all may have together; 0 is what the machine has
     */
    record InstanceCpu(int instanceMillis, int poolMillis) {
        static final InstanceCpu DEFAULT = new InstanceCpu(0, 0);

        private static final int MIN_MILLIS = 10;
        private static final int MAX_INSTANCE_MILLIS = 1_000_000;
        private static final int MAX_TOTAL_MILLIS = 10_000_000;

        InstanceCpu {
            if (instanceMillis != 0) {
                requireWithin("--instance-cpu-millis", instanceMillis, MIN_MILLIS, MAX_INSTANCE_MILLIS);
            }
            if (poolMillis != 0) {
                requireWithin("--pool-cpu-millis", poolMillis, MIN_MILLIS, MAX_TOTAL_MILLIS);
            }
        }

        /** What an instance counts as in the pool. */
        int shareMillis(int standardMillis) {
            return instanceMillis == 0 ? standardMillis : instanceMillis;
        }

        /** The CPU of the pool: always enough for one instance of each function, or calls to one would take another's place. */
        int poolMillis(int cores, int deployments, int standardMillis) {
            int wanted = poolMillis == 0 ? 1_000 * cores : poolMillis;
            long enough = (long) deployments * shareMillis(standardMillis);
            return (int) Math.min(MAX_TOTAL_MILLIS, Math.max(wanted, enough));
        }
    }

    StackConfig {
        if (!mode.equals(CACHING) && !mode.equals(STATELESS)) {
            throw new CliException("--mode must be " + CACHING + " or " + STATELESS + ", not " + mode);
        }
        requireWithin("--deployments", deployments, 1, MAX_DEPLOYMENTS);
        requireWithin("--instance-concurrency", instanceConcurrency, 1, MAX_INSTANCE_CONCURRENCY);
        requireWithin("--datanodes", dataNodes, 0, MAX_DATANODES);
        requireWithin("--min-block-size", minBlockSize, 0, 128 << 20);
        if (OwnStore.of(store).isEmpty() && SCHEMES.stream().noneMatch(store::startsWith)) {
            throw new CliException("--store must be '" + OwnStore.ROCKS.option() + "', '"
                    + OwnStore.EMBEDDED_POSTGRES.option() + "', '" + NDB
                    + "', or a URL such as jdbc:postgresql://HOST:PORT/DATABASE, not " + store);
        }
        if (!coordinator.equals(ZOOKEEPER) && !coordinator.equals(NDB)) {
            throw new CliException("--coordinator must be " + ZOOKEEPER + " or " + NDB + ", not " + coordinator);
        }
        if (coordinator.equals(NDB) && !store.startsWith(NDB_SCHEME)) {
            throw new CliException("--coordinator " + NDB + " needs --store " + NDB);
        }
    }

    static StackConfig defaults() {
        return new StackConfig(
                CACHING,
                ZOOKEEPER,
                true,
                false,
                4,
                DEFAULT_INSTANCE_CONCURRENCY,
                3,
                1 << 20,
                OwnStore.DEFAULT.option(),
                "",
                "",
                new StackPorts(3233, 23181, 25432),
                InstanceCpu.DEFAULT);
    }

    boolean isNdb() {
        return store.startsWith(NDB_SCHEME);
    }

    /** Whether ZooKeeper tells the NameNodes of one another; their store does otherwise. */
    boolean hasZooKeeper() {
        return coordinator.equals(ZOOKEEPER);
    }

    /** The store that the stack starts itself; empty if somebody else does. */
    Optional<OwnStore> ownStore() {
        return OwnStore.of(store);
    }

    /** Replicas of a file's blocks where nothing else is asked for: HDFS's three, or fewer on fewer DataNodes. */
    int replication() {
        return Math.max(1, Math.min(3, dataNodes));
    }

    String platformUrl() {
        return "http://127.0.0.1:" + ports.platform();
    }

    String zooKeeper() {
        return "127.0.0.1:" + ports.zooKeeper();
    }

    static boolean isSaved(DataDirectory data) {
        return Files.exists(file(data));
    }

    static StackConfig load(DataDirectory data) {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file(data))) {
            properties.load(reader);
            return new StackConfig(
                    properties.getProperty("mode", CACHING),
                    properties.getProperty("coordinator", ZOOKEEPER),
                    Boolean.parseBoolean(properties.getProperty("offload", "true")),
                    Boolean.parseBoolean(properties.getProperty("full-compiler", "false")),
                    number(properties, "deployments"),
                    Integer.parseInt(properties.getProperty(
                            "instance-concurrency", Integer.toString(DEFAULT_INSTANCE_CONCURRENCY))),
                    number(properties, "datanodes"),
                    number(properties, "min-block-size"),
                    OwnStore.saved(properties.getProperty("store", OwnStore.EARLIER_NAME)),
                    properties.getProperty("store-user", ""),
                    properties.getProperty("store-password", ""),
                    new StackPorts(
                            number(properties, "platform-port"),
                            number(properties, "zookeeper-port"),
                            storePort(properties)),
                    new InstanceCpu(
                            Integer.parseInt(properties.getProperty("instance-cpu-millis", "0")),
                            Integer.parseInt(properties.getProperty("pool-cpu-millis", "0"))));
        } catch (IOException | IllegalArgumentException e) {
            throw new CliException(
                    file(data) + " is damaged (" + e.getMessage() + "): delete it, and start with all options again",
                    e);
        }
    }

    void save(DataDirectory data) {
        Properties properties = new Properties();
        properties.setProperty("mode", mode);
        properties.setProperty("coordinator", coordinator);
        properties.setProperty("offload", Boolean.toString(offload));
        properties.setProperty("full-compiler", Boolean.toString(fullCompiler));
        properties.setProperty("deployments", Integer.toString(deployments));
        properties.setProperty("instance-concurrency", Integer.toString(instanceConcurrency));
        properties.setProperty("instance-cpu-millis", Integer.toString(cpu.instanceMillis()));
        properties.setProperty("pool-cpu-millis", Integer.toString(cpu.poolMillis()));
        properties.setProperty("datanodes", Integer.toString(dataNodes));
        properties.setProperty("min-block-size", Integer.toString(minBlockSize));
        properties.setProperty("store", store);
        properties.setProperty("store-user", storeUser);
        properties.setProperty("store-password", storePassword);
        properties.setProperty("platform-port", Integer.toString(ports.platform()));
        properties.setProperty("zookeeper-port", Integer.toString(ports.zooKeeper()));
        properties.setProperty("store-port", Integer.toString(ports.store()));
        try {
            StringWriter text = new StringWriter();
            properties.store(text, null);
            PrivateFile.write(file(data), text.toString());
        } catch (IOException e) {
            throw new CliException("cannot write " + file(data) + " (" + e + ")", e);
        }
    }

    private static Path file(DataDirectory data) {
        return data.hadoopConfiguration().resolve("stack.properties");
    }

    private static int number(Properties properties, String key) {
        return Integer.parseInt(properties.getProperty(key, "missing " + key));
    }

    /** Earlier versions, whose only own store was PostgreSQL, called it by that name. */
    private static int storePort(Properties properties) {
        return number(properties, properties.containsKey("store-port") ? "store-port" : "postgres-port");
    }

    private static void requireWithin(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new CliException(option + " must be between " + min + " and " + max + ", not " + value);
        }
    }
}
