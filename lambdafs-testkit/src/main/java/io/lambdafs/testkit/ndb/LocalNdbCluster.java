package io.lambdafs.testkit.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An NDB cluster on free ports of the loopback interface, in a directory of its own, of the programs in the directory that
 * the environment variable {@code NDB_PROGRAMS} names. Its processes end with this JVM.
 */
public final class LocalNdbCluster implements AutoCloseable {
    /** Why a test that starts one is left out. */
    public static final String REASON =
            "no cluster is started: LAMBDAFS_TEST_NDB is off, or ndb_mgmd and ndbmtd are missing";

    private static final Pattern DATA_USAGE = Pattern.compile("Data usage is \\d+%\\((\\d+) (\\d+)K pages");
    private static final int MANAGEMENT = 1;
    private static final int FIRST_DATA_NODE = 2;
    /** Of processes that use the cluster. */
    private static final int API_NODES = 48;

    private static final Duration LONGEST_START = Duration.ofSeconds(90);
    /** Of two data nodes that begin together, one now and then waits for the other for good: seen once in ten starts. */
    private static final int STARTS = 3;

    private final Path programs;
    private final Path directory;
    private final int port;
    private final Map<Integer, NdbProcess> processes = new ConcurrentSkipListMap<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final int firstApiNode;

    private LocalNdbCluster(Path programs, Path directory, int port, int dataNodes) {
        this.programs = programs;
        this.directory = directory;
        this.port = port;
        firstApiNode = FIRST_DATA_NODE + dataNodes;
    }

    /** Whether tests may start one: {@code LAMBDAFS_TEST_NDB=off} forbids it. */
    public static boolean mayStart() {
        return !System.getenv().getOrDefault("LAMBDAFS_TEST_NDB", "").equals("off") && canStart();
    }

    private static boolean canStart() {
        return !programs().isEmpty();
    }

    private static String programs() {
        return System.getenv().getOrDefault("NDB_PROGRAMS", "");
    }

    /** Starts a cluster with so many data nodes, one or two; empty if there are no programs to start one with. */
    public static Optional<LocalNdbCluster> start(int dataNodes) {
        if (!canStart()) {
            return Optional.empty();
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return Optional.of(startOnce(dataNodes));
            } catch (NotStartedException e) {
                if (attempt == STARTS) {
                    throw e;
                }
                System.err.println("Starting another cluster: " + e.getMessage());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static LocalNdbCluster startOnce(int dataNodes) throws IOException {
        LocalNdbCluster cluster =
                new LocalNdbCluster(Path.of(programs()), Files.createTempDirectory("ndb"), FreePort.pick(), dataNodes);
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
        try {
            cluster.begin();
        } catch (NotStartedException e) {
            cluster.close();
            throw e;
        }
        return cluster;
    }

    /** A node did not start in time. */
    private static final class NotStartedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        NotStartedException(String message) {
            super(message);
        }
    }

    private void begin() throws IOException {
        Path config = directory.resolve("config.ini");
        Files.writeString(config, configurationText());
        Files.createDirectories(home(MANAGEMENT));
        put(MANAGEMENT, "ndb_mgmd", "--nodaemon", "-f", config.toString(), "--configdir=" + home(MANAGEMENT));
        await(MANAGEMENT, () -> server().answers());
        for (int node = FIRST_DATA_NODE; node < firstApiNode; node++) {
            Files.createDirectories(home(node));
            restart(node);
        }
        for (int node = FIRST_DATA_NODE; node < firstApiNode; node++) {
            awaitStarted(node);
        }
    }

    /** Sizes are those of a small cluster; bounds are the ones that docs/ndb.md asks for. */
    private String configurationText() {
        StringBuilder text =
                new StringBuilder("[ndbd default]\nNoOfReplicas=" + (firstApiNode - FIRST_DATA_NODE) + "\n");
        text.append("""
                DataMemory=256M
                SharedGlobalMemory=32M
                TransactionMemory=64M
                MaxNoOfTables=512
                MaxNoOfAttributes=8000
                MaxNoOfOrderedIndexes=512
                MaxNoOfConcurrentOperations=200000
                NoOfFragmentLogParts=4
                FragmentLogFileSize=16M
                NoOfFragmentLogFiles=4
                MaxNoOfExecutionThreads=2
                TransactionDeadlockDetectionTimeout=1500
                TransactionInactiveTimeout=10000
                """);
        text.append(section("ndb_mgmd", MANAGEMENT) + "PortNumber=" + port + "\nDataDir=" + home(MANAGEMENT) + "\n");
        for (int node = FIRST_DATA_NODE; node < firstApiNode; node++) {
            text.append(section("ndbd", node) + "DataDir=" + home(node) + "\n");
        }
        for (int node = firstApiNode; node < firstApiNode + API_NODES; node++) {
            text.append(section("api", node));
        }
        return text.toString();
    }

    private static String section(String kind, int node) {
        return "[" + kind + "]\nNodeId=" + node + "\nHostName=127.0.0.1\n";
    }

    private Path home(int node) {
        return directory.resolve(Integer.toString(node));
    }

    private ManagementServer server() {
        return new ManagementServer(port);
    }

    private void put(int node, String program, String... arguments) {
        processes.put(node, NdbProcess.start(home(node).resolve("said"), programs.resolve(program), arguments));
    }

    private void await(int node, BooleanSupplier condition) {
        long deadline = System.nanoTime() + LONGEST_START.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new NotStartedException("node " + node + " of NDB did not start in " + LONGEST_START
                        + "; it said: " + process(node).said());
            }
            try {
                TimeUnit.MILLISECONDS.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /** Where its management server is. */
    public String connectString() {
        return "127.0.0.1:" + port;
    }

    /**
     * As {@link #connectString()}, for one connection, which takes another section of the configuration than the ones before:
     * NDB keeps a section for three seconds after its use, and whoever is to have it waits.
     */
    public String nextConnectString() {
        return "nodeid=" + (firstApiNode + connections.getAndIncrement() % API_NODES) + "," + connectString();
    }

    private NdbProcess process(int node) {
        return requireNonNull(processes.get(node), "no such node");
    }

    /** Ends a data node with {@code kill -9}: 2 is the first, 3 the second. */
    public void kill(int node) {
        process(node).kill();
    }

    /** Starts a data node, also one that was killed; returns before it serves. */
    public void restart(int node) {
        put(node, "ndbmtd", "--foreground", "-c", connectString(), "--ndb-nodeid=" + node);
    }

    /** Waits until a data node serves. */
    public void awaitStarted(int node) {
        await(node, () -> server().saysStarted(node));
    }

    /** Memory that rows and indexes take on the first data node, in bytes, a multiple of a page's. */
    public long dataMemoryInUse() {
        String report = administer(FIRST_DATA_NODE + " report memoryusage");
        Matcher usage = DATA_USAGE.matcher(report);
        if (!usage.find()) {
            throw new IllegalStateException("NDB did not tell its memory, but: " + report);
        }
        return Long.parseLong(usage.group(1)) * Long.parseLong(usage.group(2)) * 1024;
    }

    /** Gives a command of NDB's management client; what it printed. */
    public String administer(String command) {
        return NdbProcess.run(
                directory.resolve("administered"), programs.resolve("ndb_mgm"), "-c", connectString(), "-e", command);
    }

    /** Ends it and removes its directory. */
    @Override
    public void close() {
        processes.values().forEach(NdbProcess::kill);
        if (!Files.exists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
