package io.lambdafs.testkit.ndb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One of a cluster's processes. It ends with this JVM, whatever the JVM ends by: the end of its input ends it. */
final class NdbProcess {
    private static final long LONGEST_END_SECONDS = 10;
    private static final long LONGEST_RUN_SECONDS = 120;
    /** Runs a program until the input ends, then kills it with its children: a data node has a parent that starts it again. */
    private static final String UNTIL_END_OF_INPUT =
            "set -m; \"$@\" < /dev/null & cat > /dev/null; kill -9 -- -$!; wait";

    private final Path log;
    private final Process guard;

    private NdbProcess(Path log, Process guard) {
        this.log = log;
        this.guard = guard;
    }

    /** Starts a program, which is to write to the log. */
    static NdbProcess start(Path log, Path program, String... arguments) {
        List<String> line = new ArrayList<>(List.of("bash", "-c", UNTIL_END_OF_INPUT, "bash", program.toString()));
        line.addAll(List.of(arguments));
        try {
            return new NdbProcess(
                    log,
                    new ProcessBuilder(line)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                            .start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs a program to its end, with its output in the log; what it wrote.
     *
     * @throws IllegalStateException if it fails or takes too long
     */
    static String run(Path log, Path program, String... arguments) {
        List<String> line = new ArrayList<>(List.of(program.toString()));
        line.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            boolean ended = process.waitFor(LONGEST_RUN_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly();
            String said = Files.readString(log);
            if (!ended || process.exitValue() != 0) {
                throw new IllegalStateException(line + (ended ? " failed: " : " took too long: ") + said);
            }
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends it as {@code kill -9} does. */
    void kill() {
        try {
            guard.getOutputStream().close();
            if (!guard.waitFor(LONGEST_END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("a process of NDB cannot be ended; see " + log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What it has written. */
    String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return "nothing (" + e.getMessage() + ")";
        }
    }
}
