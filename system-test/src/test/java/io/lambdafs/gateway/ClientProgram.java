package io.lambdafs.gateway;

import io.lambdafs.system.ProcessOutput;
import io.lambdafs.tidy.CheckoutSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that is not Java, or the tool that makes it. It runs in a directory, with additional environment variables.
 *
 * @param directory where it is run; files that it leaves there stay
 * @param bound how long it may take
 */
public record ClientProgram(Path directory, Map<String, String> environment, Duration bound) {
    /** The status by which {@code .mvn/tool.sh} says that there is no such tool, and none can be installed. */
    private static final int NO_TOOL = 3;

    public ClientProgram {
        environment = Map.copyOf(environment);
    }

    /** How a program ended, and what it printed. */
    public record Ended(int status, String output, String errors) {
        /** Whether there is no such tool. */
        public boolean noTool() {
            return status == NO_TOOL;
        }

        /** What it printed, if it ended with 0. */
        public String require() throws IOException {
            if (status != 0) {
                throw new IOException("ended with " + status + ":\n" + output + errors);
            }
            return output;
        }
    }

    /** Looks for a tool by {@code .mvn/tool.sh}, which may install it; its path is in the output. */
    public static Ended findTool(String name, Duration bound) throws IOException, InterruptedException {
        Path root = CheckoutSources.root().toAbsolutePath();
        return new ClientProgram(root, Map.of(), bound)
                .run(root.resolve(".mvn/tool.sh").toString(), name);
    }

    /** A directory below this module's target, which the next run finds again. */
    public static Path target(String name) throws IOException {
        return Files.createDirectories(CheckoutSources.root()
                .toAbsolutePath()
                .resolve("system-test/target")
                .resolve(name));
    }

    /**
     * Runs it without input.
     *
     * @throws IOException if it does not end in time
     */
    public Ended run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().putAll(environment);
        try (ProcessOutput output = ProcessOutput.of(builder)) {
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(bound.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException(
                        "not within " + bound + ": " + List.of(command) + "\n" + output.output() + output.errors());
            }
            return new Ended(process.exitValue(), output.output(), output.errors());
        }
    }
}
