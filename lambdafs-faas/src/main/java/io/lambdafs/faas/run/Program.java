package io.lambdafs.faas.run;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A program that runs as a function. Each time it reads the same input. What it prints is kept until it is known that this was the time
 * that counts; its errors are passed on at once. Its status says whether it commits: 0 does.
 */
public final class Program implements AutoCloseable {
    private final List<String> command;
    private final Consumer<Map<String, String>> environment;
    private final Path directory;
    private final Path input;
    private final Path output;

    /**
     * A program.
     *
     * @param environment changes the variables that it finds
     * @param directory where this keeps its input and its output
     */
    public Program(List<String> command, Consumer<Map<String, String>> environment, Path directory, InputStream input)
            throws IOException {
        this.command = List.copyOf(command);
        this.environment = requireNonNull(environment, "environment");
        this.directory = Files.createTempDirectory(directory, "function");
        this.input = this.directory.resolve("input");
        this.output = this.directory.resolve("output");
        Files.copy(input, this.input);
    }

    /** Runs it once. */
    public FunctionRun.Result<Integer> run() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(input.toFile())
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        environment.accept(builder.environment());
        Process process = builder.start();
        try {
            int status = process.waitFor();
            return new FunctionRun.Result<>(status, status == 0);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Passes on what it printed the last time. */
    public void printTo(OutputStream out) throws IOException {
        if (Files.exists(output)) {
            Files.copy(output, out);
            out.flush();
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(input);
        Files.deleteIfExists(output);
        Files.delete(directory);
    }
}
