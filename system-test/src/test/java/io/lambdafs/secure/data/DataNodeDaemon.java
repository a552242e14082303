package io.lambdafs.secure.data;

import io.lambdafs.store.StoreConfig;
import io.lambdafs.system.Await;
import io.lambdafs.system.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A DataNode in a process of its own, beside a system that was started without any. */
final class DataNodeDaemon implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration END = Duration.ofSeconds(20);
    private static final String READY = "READY datanode ";

    private final Process process;
    private final Path output;
    private final Path errors;

    private DataNodeDaemon(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    /** Starts one whose environment has these settings besides where the store is; it need not be ready when this returns. */
    static DataNodeDaemon start(Stack stack, Path directory, Map<String, String> settings) throws IOException {
        Files.createDirectories(directory);
        StoreConfig store = stack.storeConfig();
        Path output = directory.resolve("output.txt");
        Path errors = directory.resolve("errors.txt");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.lambdafs.datanode.DataNodeMain",
                "--data-dir",
                directory.resolve("data").toString(),
                "--dead-after",
                "5"));
        builder.environment().keySet().removeIf(name -> name.startsWith("LAMBDAFS_"));
        builder.environment().put("LAMBDAFS_STORE_URL", store.url());
        builder.environment().put("LAMBDAFS_STORE_USER", store.user());
        builder.environment().put("LAMBDAFS_STORE_PASSWORD", store.password());
        builder.environment().putAll(settings);
        Process process = builder.redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        return new DataNodeDaemon(process, output, errors);
    }

    void awaitReady() throws Exception {
        Await.until(
                "the DataNode is ready", START, () -> Files.readString(output).contains(READY) || !process.isAlive());
        if (!process.isAlive()) {
            throw new IOException("the DataNode ended:\n" + Files.readString(errors));
        }
    }

    /** Its identity. */
    String uuid() throws IOException {
        String line = Files.readString(output);
        int begin = line.indexOf(READY) + READY.length();
        return line.substring(begin, line.indexOf(' ', begin));
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
