package io.lambdafs.store.rocks.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.store.MetadataStore;
import io.lambdafs.store.StoreConfig.Bounds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process of the program, and the address at which it serves. */
record StoreProcess(Process process, String address) implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 60;

    /** For processes that live for seconds only. */
    private static final List<String> SHORT_LIVED = List.of("-XX:TieredStopAtLevel=1", "-Xmx256m");

    /** Starts it, and waits until it serves. */
    static StoreProcess start(Path directory, String address) throws IOException {
        return start(directory, address, SHORT_LIVED);
    }

    /** As {@link #start(Path, String)}, with other options of the JVM. */
    static StoreProcess start(Path directory, String address, List<String> options) throws IOException {
        return start(launch(options, ServerFixture.arguments(directory, address)));
    }

    /** As {@link #start(Path, String)}, with variables of its environment. */
    static StoreProcess start(Path directory, String address, Map<String, String> environment) throws IOException {
        ProcessBuilder builder = launch(ServerFixture.arguments(directory, address));
        builder.environment().putAll(environment);
        return start(builder);
    }

    private static StoreProcess start(ProcessBuilder builder) throws IOException {
        Process process = builder.start();
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = lines.readLine();
        if (line == null || !line.startsWith("ready ")) {
            process.destroyForcibly();
            throw new IOException("the server said: " + line);
        }
        return new StoreProcess(process, line.substring("ready ".length()));
    }

    /** The program with these arguments. */
    static ProcessBuilder launch(String... arguments) {
        return launch(SHORT_LIVED, arguments);
    }

    private static ProcessBuilder launch(List<String> options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), StoreServerMain.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    MetadataStore open(Bounds bounds) {
        return ServerFixture.open(address, ServerFixture.SECRET, bounds);
    }

    /** Ends it as a crash does. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Stops it in order; returns its status. */
    int terminate() throws InterruptedException {
        process.destroy();
        return awaitEnd();
    }

    int awaitEnd() throws InterruptedException {
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** Sends it a signal, such as STOP or CONT. */
    void signal(String name) throws IOException, InterruptedException {
        Signals.send(process, name);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
