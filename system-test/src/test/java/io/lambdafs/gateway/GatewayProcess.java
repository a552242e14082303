package io.lambdafs.gateway;

import io.lambdafs.system.Await;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A gateway of a running system besides those that the system starts; a test may kill it. */
final class GatewayProcess implements AutoCloseable {
    private static final String READY = "READY gateway ";
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Process process;
    private final Path output;
    private final URI address;
    private final URI webAddress;

    private GatewayProcess(Process process, Path output) throws IOException {
        this.process = process;
        this.output = output;
        String[] addresses = readyLine(output).orElseThrow().split(" ", -1);
        this.address = URI.create(addresses[0]);
        this.webAddress = URI.create(addresses[1]);
    }

    /** Starts one on this port, or on any free one if it is 0; returns when it serves. */
    static GatewayProcess start(Stack stack, int port, Path directory) throws Exception {
        return start(stack, port, directory, Map.of());
    }

    /** The same with more in its environment, and more arguments. */
    static GatewayProcess start(
            Stack stack, int port, Path directory, Map<String, String> environment, String... arguments)
            throws Exception {
        Path output = Files.createTempFile(directory, "gateway", ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                Files.readString(CheckoutSources.root().resolve("lambdafs-cli/target/dist/gateway.classpath"))
                        .strip(),
                "io.lambdafs.gateway.GatewayMain",
                "--conf",
                stack.dataDir().resolve("conf").toString(),
                "--rpc-port",
                String.valueOf(port),
                "--http-port",
                "0"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        Await.until("the gateway serves", BOUND, () -> {
            if (!process.isAlive()) {
                throw new IOException("the gateway has ended: " + Files.readString(output));
            }
            return readyLine(output).isPresent();
        });
        return new GatewayProcess(process, output);
    }

    private static Optional<String> readyLine(Path output) throws IOException {
        List<String> lines = Files.readString(output).lines().toList();
        return lines.stream()
                .filter(line -> line.startsWith(READY))
                .map(line -> line.substring(READY.length()))
                .findFirst();
    }

    /** Where it serves Hadoop's RPC. */
    URI address() {
        return address;
    }

    /** Where its web server is. */
    URI webAddress() {
        return webAddress;
    }

    /** What it has printed, its log included. */
    String output() throws IOException {
        return Files.readString(output);
    }

    /** Ends it as a crash does; returns when it has ended. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the gateway does not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
