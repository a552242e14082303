package io.lambdafs.system;

import io.lambdafs.cli.process.PidFile;
import io.lambdafs.cli.store.EngineFiles;
import io.lambdafs.cli.store.OwnStore;
import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig;
import io.lambdafs.store.Stores;
import io.lambdafs.store.sql.embedded.EmbeddedPostgres;
import io.lambdafs.testkit.FreePort;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.io.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A whole system of real processes on free ports in a directory of its own, run by {@code bin/lambdafs}. */
public final class Stack implements AutoCloseable {
    private static final Duration COMMAND_BOUND = Duration.ofMinutes(3);
    private static final int STORE_CONNECTIONS = 2;
    private static final int OK = 200;

    private final Path dataDir;
    private final List<String> startOptions;
    private final Launcher launcher;

    private Stack(Path dataDir, List<String> startOptions, Launcher launcher) {
        this.dataDir = dataDir;
        this.startOptions = startOptions;
        this.launcher = launcher;
    }

    /**
     * How the command is run.
     *
     * @param command the command itself, which is given its arguments
     * @param environment what its environment has besides
     */
    public record Launcher(List<String> command, Map<String, String> environment) {
        public Launcher {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }

        /** This checkout's command, run as the user who runs the tests. */
        public static Launcher ofThisCheckout() {
            return new Launcher(
                    List.of(CheckoutSources.root().resolve("bin/lambdafs").toString()), Map.of());
        }
    }

    /** Starts a system with so many deployments and DataNodes. */
    public static Stack start(int deployments, int dataNodes, String... moreOptions) throws IOException {
        Stack stack = unstarted(deployments, dataNodes, moreOptions);
        stack.startAgain();
        return stack;
    }

    /** The options of a system that has its metadata in the store of this name: {@code rocks}, {@code postgres} or {@code ndb}. */
    public static List<String> onStore(String name) {
        return TestStore.options(name);
    }

    /** A system of which there is nothing yet but an empty directory. */
    public static Stack unstarted(int deployments, int dataNodes, String... moreOptions) throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "--deployments", String.valueOf(deployments),
                "--datanodes", String.valueOf(dataNodes),
                "--platform-port", freePort(),
                "--zookeeper-port", freePort(),
                "--store-port", freePort()));
        if (!List.of(moreOptions).contains("--store")) {
            options.addAll(TestStore.options());
        }
        if (!List.of(moreOptions).contains("--gateway")) {
            // Most tests have no use for one.
            options.addAll(List.of("--gateway", "off"));
        }
        options.addAll(List.of(moreOptions));
        return new Stack(Files.createTempDirectory("lambdafs-stack"), options, Launcher.ofThisCheckout());
    }

    /** The same system, with its command run in another way. */
    public Stack with(Launcher otherLauncher) {
        return new Stack(dataDir, startOptions, otherLauncher);
    }

    /** Runs {@code lambdafs start}: brings back what is not running. */
    public void startAgain() throws IOException {
        runWithStartOptions("start");
    }

    /** Runs {@code lambdafs quickstart} and returns what it printed. */
    public String quickstart() throws IOException {
        return runWithStartOptions("quickstart");
    }

    private String runWithStartOptions(String name) throws IOException {
        List<String> command = new ArrayList<>(List.of(name));
        command.addAll(startOptions);
        return run(command.toArray(String[]::new));
    }

    public Path dataDir() {
        return dataDir;
    }

    /** Runs {@code bin/lambdafs COMMAND --data-dir DIR ARGUMENTS} and returns its standard output; fails if it fails. */
    public String run(String... command) throws IOException {
        Result result = tryRun(command);
        if (result.status() != 0) {
            throw new IOException("lambdafs " + String.join(" ", command) + " ended with " + result.status() + ":\n"
                    + result.output() + result.errors());
        }
        return result.output();
    }

    /** As {@link #run}, but a failure is a result. */
    public Result tryRun(String... command) throws IOException {
        List<String> line = new ArrayList<>(launcher.command());
        line.add(command[0]);
        line.addAll(List.of("--data-dir", dataDir.toString()));
        line.addAll(List.of(command).subList(1, command.length));
        ProcessBuilder builder = new ProcessBuilder(line);
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            builder.environment().put("LAMBDAFS_BUILD", "never");
            // The user's own file is about the user's own stack.
            builder.environment()
                    .put(
                            "LAMBDAFS_CLIENT_PROPERTIES_FILE",
                            dataDir.resolve("client.properties").toString());
            builder.environment().putAll(launcher.environment());
            Process process = builder.start();
            if (!process.waitFor(COMMAND_BOUND.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(
                        "not within " + COMMAND_BOUND + ": " + line + "\n" + output.output() + output.errors());
            }
            return new Result(process.exitValue(), output.output(), output.errors());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /**
     * The process id of a component, such as {@code platform} or {@code datanode0}. It is read where the command keeps it, because
     * to ask the command takes a process each time; the command is asked where there is no such file.
     */
    public long pid(String component) throws IOException {
        Optional<ProcessHandle> kept = new PidFile(dataDir.resolve("run").resolve(component + ".pid")).running();
        if (kept.isPresent()) {
            return kept.get().pid();
        }
        Long pid = components().get(component);
        if (pid == null) {
            throw new IOException("no running component " + component);
        }
        return pid;
    }

    /** The components that run now, each with its process id; function instances are none. */
    public Map<String, Long> components() throws IOException {
        return StackStatus.of(this).components();
    }

    /** The function instances that run now. */
    public List<StackStatus.Instance> instances() throws IOException {
        return StackStatus.of(this).instances();
    }

    /** This system's store. */
    public MetadataStore openStore() throws IOException {
        return Stores.open(storeConfig());
    }

    /** How to open this system's store. */
    public StoreConfig storeConfig() throws IOException {
        Optional<OwnStore> own = ownStore();
        if (own.isEmpty()) {
            return storeConfig(storeOption().orElseThrow(), "");
        }
        return switch (own.get()) {
            case EMBEDDED_POSTGRES ->
                EmbeddedPostgres.at(dataDir.resolve("postgres")).storeConfig(STORE_CONNECTIONS);
            case ROCKS -> {
                EngineFiles engine = new EngineFiles(
                        dataDir, Integer.parseInt(option("--store-port").orElseThrow()));
                yield storeConfig(engine.url(), engine.secret().read());
            }
        };
    }

    private static StoreConfig storeConfig(String url, String password) {
        return new StoreConfig(url, "", password, STORE_CONNECTIONS, StoreConfig.Bounds.defaults());
    }

    /** The kind of store that it starts itself, if it does. */
    public Optional<OwnStore> ownStore() {
        Optional<String> asked = storeOption();
        return asked.isEmpty() ? Optional.of(OwnStore.DEFAULT) : asked.flatMap(OwnStore::of);
    }

    private Optional<String> storeOption() {
        return option("--store");
    }

    private Optional<String> option(String name) {
        int at = startOptions.indexOf(name);
        return at < 0 ? Optional.empty() : Optional.of(startOptions.get(at + 1));
    }

    /** The name of the component that has the metadata; there is none if somebody else's server has it. */
    public String storeComponent() {
        return ownStore().map(OwnStore::directory).orElse("");
    }

    /** How many NameNode functions it has. */
    public int deployments() {
        return Integer.parseInt(startOptions.get(startOptions.indexOf("--deployments") + 1));
    }

    /** Where clients of its ZooKeeper connect. */
    public String zooKeeper() {
        return "127.0.0.1:" + option("--zookeeper-port").orElseThrow();
    }

    /** Whether its coordinator is ZooKeeper. */
    public boolean hasZooKeeper() {
        return !startOptions.contains("--coordinator");
    }

    /** Kills a process of the store with {@code kill -9} and brings it back. */
    public void killAndRestartStore() throws Exception {
        if (storeOption().filter(TestStore::isNdb).isPresent()) {
            TestStore.killAndRestartDataNode();
        } else {
            killAndRestart(storeComponent());
        }
    }

    /** Kills ZooKeeper, or a process of the store that is the coordinator, with {@code kill -9} and brings it back. */
    public void killAndRestartCoordinator() throws Exception {
        if (hasZooKeeper()) {
            killAndRestart("zookeeper");
        } else {
            killAndRestartStore();
        }
    }

    /** Kills a component with {@code kill -9} and brings it back. */
    public void killAndRestart(String component) throws Exception {
        long pid = pid(component);
        signal("KILL", pid);
        Await.until(
                component + " is dead",
                COMMAND_BOUND,
                () -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
        startAgain();
    }

    /**
     * Sends a signal, such as {@code KILL} or {@code STOP}, to a process of this system.
     *
     * @throws IOException if there is no such process: a fault that did not happen shows nothing
     */
    public static void signal(String signal, long pid) throws IOException {
        if (!trySignal(signal, pid)) {
            throw new IOException("there is no process " + pid + " to be sent " + signal);
        }
    }

    /** As {@link #signal}, to a process that may have ended; whether there was one. */
    public static boolean trySignal(String signal, long pid) throws IOException {
        if (pid <= 1) {
            throw new IOException("no process " + pid);
        }
        Process kill = new ProcessBuilder("bash", "-c", "kill -" + signal + " " + pid)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!kill.waitFor(COMMAND_BOUND.toSeconds(), TimeUnit.SECONDS)) {
                kill.destroyForcibly();
                throw new IOException("kill -" + signal + " " + pid + " took longer than " + COMMAND_BOUND);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        return kill.exitValue() == 0;
    }

    /** The configuration of a client of this system: the three keys of Hadoop's, and where the platform is. */
    public Configuration hadoopConfiguration() {
        Configuration configuration = new Configuration();
        configuration.addResource(new org.apache.hadoop.fs.Path(
                dataDir.resolve("conf/core-site.xml").toUri()));
        configuration.addResource(new org.apache.hadoop.fs.Path(
                dataDir.resolve("conf/hdfs-site.xml").toUri()));
        configuration.set(
                "lambdafs.client.properties-file",
                dataDir.resolve("client.properties").toString());
        configuration.set("fs.contract.test.fs.hdfs", "hdfs://lambdafs/");
        return configuration;
    }

    /** A client of its own, not shared through Hadoop's cache. */
    public FileSystem newClient() throws IOException {
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), hadoopConfiguration());
    }

    /** What the platform's interface answers to a client of this system who asks for this path. */
    public String askPlatform(String path) throws IOException {
        return new String(askPlatform(path, "*/*"), StandardCharsets.UTF_8);
    }

    /** The same, with the media types that are wanted. */
    public byte[] askPlatform(String path, String accept) throws IOException {
        Properties client = new Properties();
        try (Reader reader = Files.newBufferedReader(dataDir.resolve("client.properties"))) {
            client.load(reader);
        }
        byte[] key = client.getProperty("lambdafs.client.openwhisk.auth").getBytes(StandardCharsets.UTF_8);
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(client.getProperty("lambdafs.client.openwhisk.url") + path))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(key))
                .header("Accept", accept)
                .timeout(COMMAND_BOUND)
                .build();
        try {
            HttpResponse<byte[]> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != OK) {
                throw new IOException(path + " was answered with " + response.statusCode() + ": "
                        + new String(response.body(), StandardCharsets.UTF_8));
            }
            return response.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Stops the system and removes its data. */
    @Override
    public void close() throws IOException {
        run("stop");
        run("reset", "--yes");
    }

    private static String freePort() throws IOException {
        return String.valueOf(FreePort.pick());
    }

    /**
     * How a command ended.
     *
     * @param output what it printed to standard output
     * @param errors what it printed to standard error
     */
    public record Result(int status, String output, String errors) {}
}
