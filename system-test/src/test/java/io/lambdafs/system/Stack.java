package io.lambdafs.system;

import io.lambdafs.tidy.SourceTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
            // The user's own file is about the user's own stack.
            builder.environment()
                    .put(
                            "LAMBDAFS_CLIENT_PROPERTIES_FILE",
                            dataDir.resolve("client.properties").toString());
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

    /** The process id of a component, such as {@code platform} or {@code datanode0}. */
    public long pid(String component) throws IOException {
        Matcher row = Pattern.compile("(?m)^" + Pattern.quote(component) + " +running +(\\d+) .*$")
                .matcher(tryRun("status").output());
        if (!row.find()) {
            throw new IOException("no running component " + component);
        }
        return Long.parseLong(row.group(1));
    }

    /** The function instances that run now. */
    public List<Instance> instances() throws IOException {
        List<Instance> instances = new ArrayList<>();
        Matcher row = Pattern.compile("(?m)^(namenode\\d+) +(\\w+) +(\\d+) +(\\S+) +\\d+ +\\d+ +(\\S+).*$")
                .matcher(tryRun("status").output());
        while (row.find()) {
            instances.add(new Instance(row.group(1), row.group(2), Long.parseLong(row.group(3))));
        }
        return instances;
    }

    /** A line of the status table: an instance's function, state and process id. */
    public record Instance(String function, String state, long pid) {}

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
