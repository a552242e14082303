package io.lambdafs.gateway;

import io.lambdafs.system.Await;
import io.lambdafs.system.Stack;
import io.lambdafs.tidy.SourceTree;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A gateway of a running system besides those that the system starts; a test may kill it. */
final class GatewayProcess implements AutoCloseable {
    private static final String READY = "READY gateway ";
    private static final Duration BOUND = Duration.ofSeconds(60);

    private final Process process;
    private final URI address;

    private GatewayProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    /** Starts one on this port, or on any free one if it is 0; returns when it serves. */
    static GatewayProcess start(Stack stack, int port, Path directory) throws Exception {
        Path output = Files.createTempFile(directory, "gateway", ".log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        Files.readString(SourceTree.root().resolve("lambdafs-cli/target/dist/gateway.classpath"))
                                .strip(),
                        "io.lambdafs.gateway.GatewayMain",
                        "--conf",
                        stack.dataDir().resolve("conf").toString(),
                        "--rpc-port",
                        String.valueOf(port),
                        "--http-port",
                        "0")
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        Await.until("the gateway serves", BOUND, () -> {
            if (!process.isAlive()) {
                throw new IOException("the gateway has ended: " + Files.readString(output));
            }
            return readyLine(output).isPresent();
        });
        return new GatewayProcess(process, URI.create(readyLine(output).orElseThrow()));
    }

    private static Optional<String> readyLine(Path output) throws IOException {
        List<String> lines = Files.readString(output).lines().toList();
        return lines.stream()
                .filter(line -> line.startsWith(READY))
                .map(line -> line.substring(READY.length()).split(" ", 2)[0])
                .findFirst();
    }

    URI address() {
        return address;
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
