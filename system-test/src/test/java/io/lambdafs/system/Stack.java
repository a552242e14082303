package io.lambdafs.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lambdafs.tidy.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A whole system of real processes on free ports in a directory of its own, run by {@code bin/lambdafs}. */
public final class Stack implements AutoCloseable {
    private static final Duration COMMAND_BOUND = Duration.ofMinutes(3);

    private final Path dataDir;
    private final List<String> startOptions;

    private Stack(Path dataDir, List<String> startOptions) {
        this.dataDir = dataDir;
        this.startOptions = startOptions;
    }

    /** Starts a system with so many deployments and DataNodes. */
    public static Stack start(int deployments, int dataNodes, String... moreOptions) throws IOException {
        List<String> options = new ArrayList<>(List.of(
                "--deployments", String.valueOf(deployments),
                "--datanodes", String.valueOf(dataNodes),
                "--platform-port", freePort(),
                "--zookeeper-port", freePort(),
                "--postgres-port", freePort()));
        options.addAll(List.of(moreOptions));
        Stack stack = new Stack(Files.createTempDirectory("lambdafs-stack"), options);
        stack.startAgain();
        return stack;
    }

    /** Runs {@code lambdafs start}: brings back what is not running. */
    public void startAgain() throws IOException {
        List<String> command = new ArrayList<>(List.of("start"));
        command.addAll(startOptions);
        run(command.toArray(String[]::new));
    }

    public Path dataDir() {
        return dataDir;
    }

    /** Runs {@code bin/lambdafs COMMAND --data-dir DIR ARGUMENTS} and returns what it printed; fails if it fails. */
    public String run(String... command) throws IOException {
        Result result = tryRun(command);
        if (result.status() != 0) {
            throw new IOException("lambdafs " + String.join(" ", command) + " ended with " + result.status() + ":\n"
                    + result.output());
        }
        return result.output();
    }

    /** As {@link #run}, but a failure is a result. */
    public Result tryRun(String... command) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(SourceTree.root().resolve("bin/lambdafs").toString());
        line.add(command[0]);
        line.addAll(List.of("--data-dir", dataDir.toString()));
        line.addAll(List.of(command).subList(1, command.length));
        Path output = Files.createTempFile("lambdafs", ".out");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("LAMBDAFS_BUILD", "never");
            Process process = builder.start();
            if (!process.waitFor(COMMAND_BOUND.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("not within " + COMMAND_BOUND + ": " + line + "\n" + Files.readString(output));
            }
            return new Result(process.exitValue(), Files.readString(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            Files.deleteIfExists(output);
        }
    }

    /** What {@code lambdafs status --json} says. */
    public JsonNode status() throws IOException {
        return new ObjectMapper().readTree(run("status", "--json"));
    }

    /** The process id of a component, such as {@code platform} or {@code datanode0}. */
    public long pid(String component) throws IOException {
        for (JsonNode entry : status().path("components")) {
            if (entry.path("name").asText().equals(component)) {
                return entry.path("pid").asLong();
            }
        }
        throw new IOException("no component " + component + " in " + status());
    }

    /** The process ids of the function instances that run now. */
    public List<Long> instancePids() throws IOException {
        List<Long> pids = new ArrayList<>();
        status().path("instances").forEach(entry -> pids.add(entry.path("pid").asLong()));
        return pids;
    }

    /** Sends a signal, such as {@code KILL} or {@code STOP}, to a process of this system. */
    public static void signal(String signal, long pid) throws IOException {
        if (pid <= 1) {
            throw new IOException("no process " + pid);
        }
        new ProcessBuilder("bash", "-c", "kill -" + signal + " " + pid)
                .inheritIO()
                .start();
    }

    /** The configuration of a client of this system: the three keys of Hadoop's, and where the platform is. */
    public Configuration hadoopConfiguration() {
        Configuration configuration = new Configuration();
        try {
            String xml = run("conf", "--xml");
            configuration.addResource(
                    new java.io.ByteArrayInputStream(xml.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        configuration.set("fs.contract.test.fs.hdfs", "hdfs://lambdafs/");
        return configuration;
    }

    /** A client of its own, not shared through Hadoop's cache. */
    public FileSystem newClient() throws IOException {
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), hadoopConfiguration());
    }

    /** Stops the system and removes its data. */
    @Override
    public void close() throws IOException {
        run("stop");
        run("reset", "--yes");
    }

    private static String freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return String.valueOf(socket.getLocalPort());
        }
    }

    /** How a command ended. */
    public record Result(int status, String output) {}
}
