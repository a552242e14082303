package io.lambdafs.testkit.ndb;

import static java.util.Objects.requireNonNull;

import io.lambdafs.testkit.FreePort;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An NDB cluster on free ports of the loopback interface, in a directory of its own, of the programs in the directory that
 * the environment variable {@code NDB_PROGRAMS} names, and those in the {@code bin} beside it. Its processes end with this JVM.
 */
public final class LocalNdbCluster implements AutoCloseable {
    /** Why a test that starts one is left out. */
    public static final String REASON =
            "no cluster is started: LAMBDAFS_TEST_NDB is off, or ndb_mgmd and ndbmtd are missing";

    /** Why a test that restores a backup is left out. */
    public static final String NO_RESTORE =
            REASON + ", or there is no ndb_restore: NDB_RESTORE names none, and none is where ndb_mgm is";

    private static final Pattern DATA_USAGE = Pattern.compile("Data usage is \\d+%\\((\\d+) (\\d+)K pages");
    private static final Pattern BACKUP_COMPLETED = Pattern.compile("Backup (\\d+) started from node \\d+ completed");
    private static final Duration LONGEST_START = Duration.ofSeconds(90);
    /** Of two data nodes that begin together, one now and then waits for the other for good: seen once in ten starts. */
    private static final int STARTS = 3;

    private final NdbPrograms programs;
    private final Path directory;
    private final NdbLayout layout;
    private final Map<Integer, Integer> ports = new TreeMap<>();
    private final Map<Integer, NdbProcess> processes = new ConcurrentSkipListMap<>();
    private final AtomicInteger connections = new AtomicInteger();

    private LocalNdbCluster(NdbPrograms programs, Path directory, NdbLayout layout) throws IOException {
        this.programs = programs;
        this.directory = directory;
        this.layout = layout;
        for (int server : layout.managementServers()) {
            ports.put(server, FreePort.pick());
        }
    }

    /** Whether tests may start one: {@code LAMBDAFS_TEST_NDB=off} forbids it. */
    public static boolean mayStart() {
        return !System.getenv().getOrDefault("LAMBDAFS_TEST_NDB", "").equals("off") && canStart();
    }

    /** Whether tests may start one and have a program to restore a backup with. */
    public static boolean mayRestore() {
        return mayStart() && Files.isExecutable(restorer(new NdbPrograms(Path.of(programs()))));
    }

    private static Path restorer(NdbPrograms programs) {
        String named = System.getenv().getOrDefault("NDB_RESTORE", "");
        return named.isEmpty() ? programs.find("ndb_restore") : Path.of(named);
    }

    private static boolean canStart() {
        return !programs().isEmpty();
    }

    private static String programs() {
        return System.getenv().getOrDefault("NDB_PROGRAMS", "");
    }

    /** Starts a cluster with so many data nodes, one or two; empty if there are no programs to start one with. */
    public static Optional<LocalNdbCluster> start(int dataNodes) {
        return start(new SmallLayout(dataNodes));
    }

    /** Starts a cluster of this layout; empty if there are no programs to start one with. */
    public static Optional<LocalNdbCluster> start(NdbLayout layout) {
        if (!canStart()) {
            return Optional.empty();
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return Optional.of(startOnce(layout));
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

    private static LocalNdbCluster startOnce(NdbLayout layout) throws IOException {
        LocalNdbCluster cluster =
                new LocalNdbCluster(new NdbPrograms(Path.of(programs())), Files.createTempDirectory("ndb"), layout);
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
        Files.writeString(config(), layout.configuration(this::home, this::port));
        for (int server : layout.managementServers()) {
            Files.createDirectories(home(server));
            restartManagementServer(server);
        }
        layout.managementServers().forEach(this::awaitManagementServer);
        for (int node : layout.dataNodes()) {
            Files.createDirectories(home(node));
            restart(node);
        }
        layout.dataNodes().forEach(this::awaitStarted);
    }

    private Path config() {
        return directory.resolve("config.ini");
    }

    private int port(int server) {
        return requireNonNull(ports.get(server), "no such management server");
    }

    private Path home(int node) {
        return directory.resolve(Integer.toString(node));
    }

    private void put(int node, String program, String... arguments) {
        processes.put(node, NdbProcess.start(home(node).resolve("said"), programs.find(program), arguments));
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

    /** Where its management servers are. */
    public String connectString() {
        return ports.values().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    /**
     * As {@link #connectString()}, for one connection. If the layout numbers connections, it takes another section of
     * the configuration than the ones before. NDB keeps a section for three seconds after its use, and the next process
     * that is to have it waits.
     */
    public String nextConnectString() {
        List<Integer> numbers = layout.connections();
        return numbers.isEmpty()
                ? connectString()
                : "nodeid=" + numbers.get(connections.getAndIncrement() % numbers.size()) + "," + connectString();
    }

    private NdbProcess process(int node) {
        return requireNonNull(processes.get(node), "no such node");
    }

    /** Ends a node with {@code kill -9}; of two data nodes, 2 is the first and 3 the second. */
    public void kill(int node) {
        process(node).kill();
    }

    /** Starts a data node, also one that was killed; returns before it serves. */
    public void restart(int node) {
        put(node, "ndbmtd", "--nodaemon", "-c", connectString(), "--ndb-nodeid=" + node);
    }

    /** Kills all data nodes and has them begin without anything, except their backups; waits until they serve. */
    public void loseEverything() {
        for (int attempt = 1; ; attempt++) {
            try {
                layout.dataNodes().forEach(this::kill);
                layout.dataNodes().forEach(node -> await(node, () -> !saysStarted(node)));
                layout.dataNodes().forEach(this::beginEmpty);
                layout.dataNodes().forEach(this::awaitStarted);
                return;
            } catch (NotStartedException e) {
                if (attempt == STARTS) {
                    throw e;
                }
                System.err.println("Emptying the data nodes again: " + e.getMessage());
            }
        }
    }

    private void beginEmpty(int node) {
        put(node, "ndbmtd", "--nodaemon", "--initial", "-c", connectString(), "--ndb-nodeid=" + node);
    }

    /** Has a data node end in good order and start again, by the management client as an operator would; waits until it serves. */
    public void restartInOrder(int node) {
        long before = starts(node);
        String answer = administer(node + " restart");
        if (answer.contains("failed")) {
            throw new IllegalStateException("node " + node + " of NDB did not restart: " + answer);
        }
        await(node, () -> starts(node) > before && saysStarted(node));
    }

    /** How often the process in front of a data node has started it. */
    private long starts(int node) {
        return process(node)
                .said()
                .lines()
                .filter(line -> line.contains(" started child: "))
                .count();
    }

    /** Waits until a management server answers. */
    public void awaitManagementServer(int server) {
        await(server, () -> new ManagementServer(port(server)).answers());
    }

    /** Waits until a management server sees all data nodes serve: before, it cannot tell them anything. */
    public void awaitSeenBy(int server) {
        ManagementServer asked = new ManagementServer(port(server));
        await(server, () -> layout.dataNodes().stream().allMatch(asked::saysStarted));
    }

    /** Starts a management server, also one that was killed; returns before it serves. */
    public void restartManagementServer(int server) {
        put(
                server,
                "ndb_mgmd",
                "--nodaemon",
                "-f",
                config().toString(),
                "--configdir=" + home(server),
                "--ndb-nodeid=" + server);
    }

    /** Waits until a data node serves. */
    public void awaitStarted(int node) {
        await(node, () -> saysStarted(node));
    }

    private boolean saysStarted(int node) {
        return ports.values().stream().anyMatch(port -> new ManagementServer(port).saysStarted(node));
    }

    /** Has the data nodes make a backup; its number. */
    public int backUp() {
        String said = administer("start backup wait completed");
        Matcher completed = BACKUP_COMPLETED.matcher(said);
        if (!completed.find()) {
            throw new IllegalStateException("NDB made no backup, but said: " + said);
        }
        return Integer.parseInt(completed.group(1));
    }

    /** Where a data node's part of a backup is. */
    public Path backup(int number, int node) {
        return home(node).resolve("BACKUP").resolve("BACKUP-" + number);
    }

    /** Memory that rows and indexes take on the first data node, in bytes, a multiple of a page's. */
    public long dataMemoryInUse() {
        String report = administer(layout.dataNodes().get(0) + " report memoryusage");
        Matcher usage = DATA_USAGE.matcher(report);
        if (!usage.find()) {
            throw new IllegalStateException("NDB did not report its memory, but: " + report);
        }
        return Long.parseLong(usage.group(1)) * Long.parseLong(usage.group(2)) * 1024;
    }

    /** What the data nodes have reported so far. */
    public String log() {
        int server = layout.managementServers().get(0);
        try {
            return Files.readString(home(server).resolve("ndb_" + server + "_cluster.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Gives a command of NDB's management client; what it printed. */
    public String administer(String command) {
        return NdbProcess.run(
                directory.resolve("administered"), programs.find("ndb_mgm"), "-c", connectString(), "-e", command);
    }

    /** Runs NDB's program that restores backups; what it printed. */
    public String restore(String... arguments) {
        return NdbProcess.run(directory.resolve("restored"), restorer(programs), arguments);
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
