package io.lambdafs.subtree;

import static org.assertj.core.api.Assertions.assertThat;

import io.lambdafs.system.SharedStack;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/** A program of these tests in a process of its own, which works on the shared stack and says in lines how far it has come. */
final class OtherProcess implements AutoCloseable {
    /** The setting that says where a client keeps subtrees for other processes. */
    static final String SUBTREES = "lambdafs.client.subtree.directory";

    private static final Duration BOUND = Duration.ofMinutes(1);
    private static final int END_SECONDS = 20;

    private final Process process;

    /** What it has said and nobody has read; an empty one is the end. */
    private final BlockingQueue<Optional<String>> lines = new LinkedBlockingQueue<>();

    private OtherProcess(Process process) {
        this.process = process;
    }

    /** The configuration that such a program works with. */
    static Configuration configuration(String directory) {
        Configuration configuration = new Configuration();
        configuration.addResource(new org.apache.hadoop.fs.Path(directory, "core-site.xml"));
        configuration.addResource(new org.apache.hadoop.fs.Path(directory, "hdfs-site.xml"));
        return configuration;
    }

    /** A client of this process that keeps subtrees in a directory, as programs do that are told so. */
    static FileSystem clientThatKeeps(Path directory) throws IOException {
        Configuration configuration = SharedStack.get().hadoopConfiguration();
        configuration.set(SUBTREES, directory.toString());
        return FileSystem.newInstance(URI.create("hdfs://lambdafs/"), configuration);
    }

    /** Starts one, which gets the directory of Hadoop's configuration and then these arguments. */
    static OtherProcess start(Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                program.getName(),
                SharedStack.get().dataDir().resolve("conf").toString()));
        command.addAll(List.of(arguments));
        OtherProcess started = new OtherProcess(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
        Thread reader = new Thread(started::read, "lines of " + program.getSimpleName());
        reader.setDaemon(true);
        reader.start();
        return started;
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(Optional.of(line));
            }
        } catch (IOException e) {
            // It was killed in the middle of a line.
            if (process.isAlive()) {
                throw new UncheckedIOException(e);
            }
        } finally {
            lines.add(Optional.empty());
        }
    }

    /** Waits until it says a line of this kind; kills it and fails if it ends before, or is silent for a minute. */
    String awaitLine(Predicate<String> kind) throws InterruptedException {
        while (true) {
            Optional<String> line = lines.poll(BOUND.toSeconds(), TimeUnit.SECONDS);
            if (line == null || line.isEmpty()) {
                close();
            }
            assertThat(line).as("the other process is silent").isNotNull();
            assertThat(line).as("the other process has ended").isPresent();
            if (kind.test(line.orElseThrow())) {
                return line.orElseThrow();
            }
        }
    }

    /** Waits until it says a number that is this one or greater. */
    int awaitNumber(int least) throws InterruptedException {
        return Integer.parseInt(awaitLine(line ->
                line.chars().allMatch(Character::isDigit) && !line.isEmpty() && Integer.parseInt(line) >= least));
    }

    /** Kills it, as the system does when there is no memory, and waits until it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(END_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Kills it if it is still there. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
