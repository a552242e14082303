package io.lambdafs.history;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The runner's end of a process with clients. */
final class ClientProcess implements AutoCloseable {
    private static final String GONE = "";

    private final Process process;
    private final Writer orders;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final Path file;
    private volatile ClientCounts counts = ClientCounts.NONE;

    private ClientProcess(Process process, Path file) {
        this.process = process;
        this.orders = process.outputWriter(StandardCharsets.UTF_8);
        this.file = file;
        Thread listener = new Thread(this::listen, "clients-" + process.pid());
        listener.setDaemon(true);
        listener.start();
    }

    static ClientProcess start(ClientMain.Settings settings) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dhttp.maxConnections=64",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ClientMain.class.getName()));
        command.addAll(settings.arguments());
        Path errors = settings.file().resolveSibling(settings.file().getFileName() + ".err");
        return new ClientProcess(
                new ProcessBuilder(command).redirectError(errors.toFile()).start(), settings.file());
    }

    long pid() {
        return process.pid();
    }

    /** Where its part of the history is. */
    Path file() {
        return file;
    }

    void order(String order) throws IOException {
        orders.write(order + "\n");
        orders.flush();
    }

    /** Waits until it says this. */
    void await(String word, Duration bound) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            long left = bound.toNanos() - (System.nanoTime() - begin);
            String line = said.poll(Math.max(left, 1), TimeUnit.NANOSECONDS);
            if (word.equals(line)) {
                return;
            }
            if (line == null || line.equals(GONE)) {
                throw new IOException("clients did not say '" + word + "' within " + bound + ", see " + file + ".err");
            }
        }
    }

    /** What its clients did, as it has said. */
    ClientCounts counts() {
        return counts;
    }

    private void heard(String line) {
        if (ClientCounts.isSaidBy(line)) {
            counts = ClientCounts.of(line);
        } else {
            said.add(line);
        }
    }

    private void listen() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(this::heard);
        } catch (IOException | java.io.UncheckedIOException e) {
            said.add(String.valueOf(e));
        }
        said.add(GONE);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
