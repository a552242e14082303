package io.lambdafs.testkit.ndb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * An NDB cluster on free ports of the loopback interface, in a directory of its own; started by the program that the
 * environment variable {@code NDB_CLUSTER} names.
 */
public final class LocalNdbCluster implements AutoCloseable {
    private static final long LONGEST_COMMAND_SECONDS = 120;

    private final Path program;
    private final Path directory;
    private final int port;

    private LocalNdbCluster(Path program, Path directory, int port) {
        this.program = program;
        this.directory = directory;
        this.port = port;
    }

    /** Starts a cluster with so many data nodes, one or two; empty if there is no program to start one with. */
    public static Optional<LocalNdbCluster> start(int dataNodes) {
        String program = System.getenv().getOrDefault("NDB_CLUSTER", "");
        if (program.isEmpty()) {
            return Optional.empty();
        }
        try {
            LocalNdbCluster cluster =
                    new LocalNdbCluster(Path.of(program), Files.createTempDirectory("ndb"), freePort());
            cluster.run("start", Integer.toString(dataNodes));
            return Optional.of(cluster);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    /** Where its management server is. */
    public String connectString() {
        return "127.0.0.1:" + port;
    }

    /** Ends a data node with {@code kill -9}: 2 is the first, 3 the second. */
    public void kill(int node) {
        run("kill-node", Integer.toString(node));
    }

    /** Brings a data node back that was killed; returns before it serves. */
    public void restart(int node) {
        run("start-node", Integer.toString(node));
    }

    /** Stops it and removes its directory. */
    @Override
    public void close() {
        run("stop");
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void run(String command, String... arguments) {
        List<String> line = new ArrayList<>(List.of(program.toString(), command, directory.toString()));
        line.addAll(List.of(arguments));
        Path log = directory.resolve(command + ".log");
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(Map.of("NDB_PORT", Integer.toString(port)));
        try {
            Process process = builder.start();
            if (!process.waitFor(LONGEST_COMMAND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(command + " took too long; see " + log);
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException(command + " failed: " + Files.readString(log));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
