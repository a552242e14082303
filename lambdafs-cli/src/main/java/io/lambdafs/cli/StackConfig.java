package io.lambdafs.cli;

import io.lambdafs.cli.network.BindAddress;
import io.lambdafs.cli.secret.PrivateFile;
import io.lambdafs.cli.security.StackSecurity;
import io.lambdafs.cli.security.ZooKeeperRecord;
import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.cli.volume.Volumes;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.store.StoreConfig;
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
 * @param mode {@value #CACHING}, {@value #VALIDATE} for NameNodes that ask the store with each request what has changed, or
 *     {@value #STATELESS} for NameNodes that cache nothing
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
 * @param pool how many instances there are, and how long
 * @param engineMemory how much memory the stack's own engine may take
 * @param gateways the doors for clients without the plugin
 * @param volumes what each DataNode keeps blocks on
 * @param auditLog whether instances write a line for each operation, as HDFS's NameNode does
 * @param security whether callers prove who they are
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
        InstanceCpu cpu,
        InstancePool pool,
        EngineMemory engineMemory,
        Gateways gateways,
        Volumes volumes,
        boolean auditLog,
        StackSecurity security) {
    static final String NDB = "ndb";
    static final String NDB_SCHEME = "ndb://";
    /** Of the stores that somebody else starts. */
    private static final List<String> SCHEMES = List.of("jdbc:", "rocks://", "rocks+tls://", "rocks+unix:", NDB_SCHEME);

    static final String ZOOKEEPER = "zookeeper";
    static final String CACHING = "lambdafs";
    static final String VALIDATE = "validate";
    static final String STATELESS = "stateless";
    private static final List<String> MODES = List.of(CACHING, VALIDATE, STATELESS);
    static final int DEFAULT_INSTANCE_CONCURRENCY = 64;
    static final int MAX_DEPLOYMENTS = 1024;
    static final int MAX_INSTANCE_CONCURRENCY = 500;
    static final int MAX_DATANODES = 64;

    /** Where the components listen: at one address, and those that have fixed ports at these. */
    record StackPorts(BindAddress address, int platform, int zooKeeper, int store) {
        StackPorts {
            Ports.requireValid("--platform-port", platform);
            Ports.requireValid("--zookeeper-port", zooKeeper);
            Ports.requireValid("--store-port", store);
            if (platform == zooKeeper || platform == store || zooKeeper == store) {
                throw new CliException("--platform-port, --zookeeper-port and --store-port must differ");
            }
        }

        /** Ports that only this machine's programs reach. */
        StackPorts(int platform, int zooKeeper, int store) {
            this(BindAddress.LOOPBACK, platform, zooKeeper, store);
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

    /**
     * How many instances the platform keeps, and how long.
     *
     * @param maxInstances of one function; 0 leaves it to the pool's CPU and memory
     * @param idleMillis how long an instance that has been paused because nobody calls it stays
     * @param stemCells instances that have started before a function needs them
     */
    record InstancePool(int maxInstances, int idleMillis, int stemCells) {
        static final InstancePool DEFAULT = new InstancePool(0, 60_000, 1);

        private static final int MAX_INSTANCES = 100_000;
        private static final int MIN_IDLE_MILLIS = 1_000;
        private static final int MAX_IDLE_MILLIS = 24 * 3_600_000;

        InstancePool {
            requireWithin("--max-instances", maxInstances, 0, MAX_INSTANCES);
            requireWithin("--idle-millis", idleMillis, MIN_IDLE_MILLIS, MAX_IDLE_MILLIS);
            requireWithin("--stem-cells", stemCells, 0, PoolSettings.MAX_STEM_CELLS);
        }
    }

    /**
     * How much memory the stack's own engine may take for rows, in megabytes of 2^20 bytes.
     *
     * @param blockCacheMb for rows that were read from its files, with the files' indexes and filters
     * @param writeBufferMb for rows that are in its log and in no other file yet. Twice as much of the disk stays free
     */
    record EngineMemory(int blockCacheMb, int writeBufferMb) {
        /** What an engine has that nobody gave other bounds. */
        static final EngineMemory DEFAULT = new EngineMemory(64, 64);

        /** The option of {@code start} for the first bound. */
        static final String BLOCK_CACHE = "--store-block-cache-mb";

        /** The option of {@code start} for the second bound. */
        static final String WRITE_BUFFER = "--store-write-buffer-mb";

        /** With less, the engine writes files of a few rows all the time, and reads their indexes again and again. */
        private static final int MIN_MB = 8;

        /** A terabyte. */
        private static final int MAX_MB = 1 << 20;

        EngineMemory {
            requireWithin(BLOCK_CACHE, blockCacheMb, MIN_MB, MAX_MB);
            requireWithin(WRITE_BUFFER, writeBufferMb, MIN_MB, MAX_MB);
        }

        /** Refuses what cannot be had on a machine with so much memory. */
        void requireFits(long machineMb) {
            long wantedMb = (long) blockCacheMb + writeBufferMb;
            if (wantedMb > machineMb) {
                throw new CliException(BLOCK_CACHE + " and " + WRITE_BUFFER + " are " + wantedMb
                        + " MB together, and this machine has " + machineMb + " MB of memory: start with less");
            }
        }

        /** The options of the engine's program for these bounds. */
        List<String> arguments() {
            return List.of(
                    "--block-cache-mb",
                    Integer.toString(blockCacheMb),
                    "--write-buffer-mb",
                    Integer.toString(writeBufferMb));
        }

        @Override
        public String toString() {
            return "block cache " + blockCacheMb + " MB, write buffers " + writeBufferMb + " MB";
        }
    }

    /**
     * The gateways, by which clients without the plugin come in.
     *
     * @param count how many there are
     * @param rpcPort the port of Hadoop's RPC of the first gateway; the ports of the others follow it. 0 if the user
     *     asked for none: then it is HDFS's, or any free port if another program has that.
     * @param httpPort the same for the web server; {@value #NO_HTTP} for none
     */
    record Gateways(int count, int rpcPort, int httpPort) {
        /** The web server's port that means that there is no web server. */
        static final int NO_HTTP = -1;

        static final Gateways DEFAULT = new Gateways(1, 0, 0);

        /** The option of {@code start} for the port. */
        static final String PORT = "--gateway-port";

        /** The option of {@code start} for the web server's port. */
        static final String HTTP_PORT = "--gateway-http-port";

        private static final int MAX = 16;

        Gateways {
            requireWithin("--gateway", count, 0, MAX);
            if (rpcPort != 0) {
                requirePorts(PORT, rpcPort, count);
            }
            if (httpPort != 0 && httpPort != NO_HTTP) {
                requirePorts(HTTP_PORT, httpPort, count);
                if (rpcPort != 0 && Math.abs(rpcPort - httpPort) < count) {
                    throw new CliException(PORT + " and " + HTTP_PORT + " must differ by the number of gateways");
                }
            }
        }

        private static void requirePorts(String option, int first, int count) {
            Ports.requireValid(option, first);
            Ports.requireValid(option, first + Math.max(count - 1, 0));
        }

        /** Whether somebody asked for certain ports. */
        boolean hasCertainPorts() {
            return rpcPort != 0;
        }

        /** Whether they have web servers. */
        boolean hasHttp() {
            return httpPort != NO_HTTP;
        }
    }

    StackConfig {
        if (!MODES.contains(mode)) {
            throw new CliException(
                    "--mode must be " + CACHING + ", " + VALIDATE + " or " + STATELESS + ", not " + mode);
        }
        if (mode.equals(VALIDATE) && !store.startsWith("rocks")) {
            throw new CliException("--mode " + VALIDATE + " needs a store with a change feed: use --store "
                    + OwnStore.ROCKS.option() + " or rocks://HOST:PORT, not " + store);
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
        if (!ports.address().equals(BindAddress.LOOPBACK)
                && OwnStore.of(store).equals(Optional.of(OwnStore.EMBEDDED_POSTGRES))) {
            throw new CliException(
                    "--bind-address " + ports.address() + " does not go with a stack's own PostgreSQL, which"
                            + " listens on 127.0.0.1 only: use --store rocks, or a server of yours by its URL");
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
                InstanceCpu.DEFAULT,
                InstancePool.DEFAULT,
                EngineMemory.DEFAULT,
                Gateways.DEFAULT,
                Volumes.DEFAULT,
                false,
                StackSecurity.SIMPLE);
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

    /** What the coordinator is and where, for people. */
    String coordinatorText() {
        return hasZooKeeper() ? "ZooKeeper, " + zooKeeper() : coordinator;
    }

    /** What the store is and where, for people. */
    String storeText() {
        return ownStore()
                .map(kind -> switch (kind) {
                    case ROCKS -> "the stack's own engine: " + engineMemory;
                    case EMBEDDED_POSTGRES -> "the stack's own PostgreSQL";
                })
                .orElseGet(() -> StoreConfig.placeOf(store));
    }

    String platformUrl() {
        return (security.secure() ? "https://" : "http://") + ports.address() + ":" + ports.platform();
    }

    /** Keeps the stack's ZooKeeper for the stack's processes alone in secure mode. */
    ZooKeeperRecord zooKeeperRecord(DataDirectory data) {
        return new ZooKeeperRecord(data.root(), zooKeeper(), FunctionProgram.CLUSTER);
    }

    String zooKeeper() {
        return ports.address() + ":" + ports.zooKeeper();
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
                            new BindAddress(properties.getProperty("bind-address", BindAddress.LOOPBACK.text())),
                            number(properties, "platform-port"),
                            number(properties, "zookeeper-port"),
                            storePort(properties)),
                    new InstanceCpu(
                            number(properties, "instance-cpu-millis", InstanceCpu.DEFAULT.instanceMillis()),
                            number(properties, "pool-cpu-millis", InstanceCpu.DEFAULT.poolMillis())),
                    new InstancePool(
                            number(properties, "max-instances", InstancePool.DEFAULT.maxInstances()),
                            number(properties, "idle-millis", InstancePool.DEFAULT.idleMillis()),
                            number(properties, "stem-cells", InstancePool.DEFAULT.stemCells())),
                    new EngineMemory(
                            number(properties, "store-block-cache-mb", EngineMemory.DEFAULT.blockCacheMb()),
                            number(properties, "store-write-buffer-mb", EngineMemory.DEFAULT.writeBufferMb())),
                    new Gateways(
                            number(properties, "gateways", Gateways.DEFAULT.count()),
                            number(properties, "gateway-port", Gateways.DEFAULT.rpcPort()),
                            number(properties, "gateway-http-port", Gateways.DEFAULT.httpPort())),
                    Volumes.parse(properties.getProperty("volumes", Volumes.DEFAULT.toString())),
                    Boolean.parseBoolean(properties.getProperty("audit-log", "false")),
                    StackSecurity.of(properties));
        } catch (IOException | IllegalArgumentException e) {
            throw new CliException(
                    file(data) + " is damaged (" + e.getMessage() + "): delete it, and start with all options again",
                    e);
        }
    }

    void save(DataDirectory data) {
        Properties properties = settings();
        properties.setProperty("store-password", storePassword);
        try {
            StringWriter text = new StringWriter();
            properties.store(text, null);
            PrivateFile.write(file(data), text.toString());
        } catch (IOException e) {
            throw new CliException("cannot write " + file(data) + " (" + e + ")", e);
        }
    }

    /** All but the password, by the names of the options. */
    Properties settings() {
        Properties properties = new Properties();
        properties.setProperty("mode", mode);
        properties.setProperty("coordinator", coordinator);
        properties.setProperty("offload", Boolean.toString(offload));
        properties.setProperty("full-compiler", Boolean.toString(fullCompiler));
        properties.setProperty("audit-log", Boolean.toString(auditLog));
        security.addTo(properties);
        properties.setProperty("deployments", Integer.toString(deployments));
        properties.setProperty("instance-concurrency", Integer.toString(instanceConcurrency));
        properties.setProperty("instance-cpu-millis", Integer.toString(cpu.instanceMillis()));
        properties.setProperty("pool-cpu-millis", Integer.toString(cpu.poolMillis()));
        properties.setProperty("max-instances", Integer.toString(pool.maxInstances()));
        properties.setProperty("idle-millis", Integer.toString(pool.idleMillis()));
        properties.setProperty("stem-cells", Integer.toString(pool.stemCells()));
        properties.setProperty("volumes", volumes.toString());
        properties.setProperty("datanodes", Integer.toString(dataNodes));
        properties.setProperty("min-block-size", Integer.toString(minBlockSize));
        properties.setProperty("store", store);
        properties.setProperty("store-user", storeUser);
        properties.setProperty("store-block-cache-mb", Integer.toString(engineMemory.blockCacheMb()));
        properties.setProperty("store-write-buffer-mb", Integer.toString(engineMemory.writeBufferMb()));
        properties.setProperty("gateways", Integer.toString(gateways.count()));
        properties.setProperty("gateway-port", Integer.toString(gateways.rpcPort()));
        properties.setProperty("gateway-http-port", Integer.toString(gateways.httpPort()));
        properties.setProperty("bind-address", ports.address().text());
        properties.setProperty("platform-port", Integer.toString(ports.platform()));
        properties.setProperty("zookeeper-port", Integer.toString(ports.zooKeeper()));
        properties.setProperty("store-port", Integer.toString(ports.store()));
        return properties;
    }

    private static Path file(DataDirectory data) {
        return data.hadoopConfiguration().resolve("stack.properties");
    }

    private static int number(Properties properties, String key) {
        return Integer.parseInt(properties.getProperty(key, "missing " + key));
    }

    private static int number(Properties properties, String key, int otherwise) {
        return Integer.parseInt(properties.getProperty(key, Integer.toString(otherwise)));
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
