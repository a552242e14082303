package io.lambdafs.cli;

import io.lambdafs.store.StoreConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Has the store record among how many functions the namespace is divided. A process of its own does it, with what an instance
 * has on its class path: this program does not know every store.
 */
final class DeploymentsRecord {
    private static final String MAIN = "io.lambdafs.runtime.DeploymentsMain";
    private static final long BOUND_SECONDS = 120;

    private final FunctionProgram function;

    DeploymentsRecord(FunctionProgram function) {
        this.function = function;
    }

    /** Whether an earlier start noted that this store records this number. */
    static boolean isNoted(DataDirectory data, StackConfig config) {
        try {
            Path note = noteIn(data);
            return Files.exists(note) && Files.readString(note).equals(text(config));
        } catch (IOException e) {
            throw new CliException("cannot read " + noteIn(data) + " (" + e.getMessage() + ")", e);
        }
    }

    /** Notes that the store records the number, which spares later starts a process. */
    static void note(DataDirectory data, StackConfig config) {
        try {
            Files.writeString(noteIn(data), text(config));
        } catch (IOException e) {
            throw new CliException("cannot write " + noteIn(data) + " (" + e.getMessage() + ")", e);
        }
    }

    private static Path noteIn(DataDirectory data) {
        return data.of("conf").resolve("deployments.recorded");
    }

    private static String text(StackConfig config) {
        return config.deployments() + " in " + StoreConfig.placeOf(config.store()) + "\n";
    }

    /** Records the number if there is none; fails if there is another one. */
    void require() {
        Outcome outcome = run("require");
        if (!outcome.succeeded()) {
            throw outcome.failure();
        }
    }

    /** Whether it is recorded; it is from now on if there was none. */
    boolean isRecorded() {
        return run("require").succeeded();
    }

    /** Changes the number; no instance may run. */
    void change() {
        Outcome outcome = run("change");
        if (!outcome.succeeded()) {
            throw outcome.failure();
        }
    }

    /** How the process ended, and what it said. */
    private record Outcome(boolean succeeded, String said) {
        CliException failure() {
            return new CliException("the number of deployments was not recorded: " + said);
        }
    }

    private Outcome run(String what) {
        try {
            // A file takes what it says, however much: a full pipe would keep it from ending.
            Path output = Files.createTempFile("deployments", ".out");
            try {
                return run(what, output);
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            throw new CliException("cannot run " + MAIN + " (" + e.getMessage() + ")", e);
        }
    }

    private Outcome run(String what, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(function.command(MAIN, what))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        // What this program was told is no setting of an instance's.
        builder.environment().keySet().removeIf(name -> name.startsWith("LAMBDAFS_"));
        builder.environment().putAll(function.environment());
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new CliException("the number of deployments was not recorded within " + BOUND_SECONDS + " s");
            }
            return new Outcome(process.exitValue() == 0, said(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException("interrupted while the number of deployments was recorded", e);
        }
    }

    /** Without the line in which a JVM says which options it has taken from its environment. */
    private static String said(Path output) throws IOException {
        return Files.readString(output, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("Picked up JAVA_TOOL_OPTIONS: "))
                .collect(Collectors.joining("\n"))
                .strip();
    }
}
