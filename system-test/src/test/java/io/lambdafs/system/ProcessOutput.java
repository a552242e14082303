package io.lambdafs.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * What a process writes to its standard output and, apart from that, to its standard error: two temporary files.
 *
 * <p>A JVM that takes options from its environment says so in a line on standard error, before all that its program says. That
 * line is nothing that the program said.
 */
public final class ProcessOutput implements AutoCloseable {
    private static final String TOOL_OPTIONS = "Picked up JAVA_TOOL_OPTIONS: ";

    private final Path out;
    private final Path err;

    private ProcessOutput(Path out, Path err) {
        this.out = out;
        this.err = err;
    }

    /** Sends there what a process writes that is still to be started. */
    public static ProcessOutput of(ProcessBuilder process) throws IOException {
        ProcessOutput output =
                new ProcessOutput(Files.createTempFile("output", ".out"), Files.createTempFile("output", ".err"));
        process.redirectOutput(output.out.toFile()).redirectError(output.err.toFile());
        return output;
    }

    /** What the process has written to standard output so far. */
    public String output() throws IOException {
        return Files.readString(out);
    }

    /** What the program has written to standard error so far. */
    public String errors() throws IOException {
        return Files.readString(err)
                .lines()
                .filter(line -> !line.startsWith(TOOL_OPTIONS))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(out);
        Files.deleteIfExists(err);
    }
}
