package io.lambdafs.cli.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A run of one of λFS's own programs that does one thing and ends.
 *
 * @param succeeded whether it ended with 0
 * @param said what it wrote, or why it could not be run
 */
public record ToolRun(boolean succeeded, String said) {
    private static final long BOUND_SECONDS = 120;

    /**
     * Runs a program, for two minutes at the most.
     *
     * @param environment its variables of λFS; those of this process are none of its business
     * @return without success also if it could not be run, or did not end in time
     */
    public static ToolRun of(List<String> command, Map<String, String> environment) {
        try {
            // A file takes what it says, however much: a full pipe would keep it from ending.
            Path output = Files.createTempFile("tool", ".out");
            try {
                return run(command, environment, output);
            } finally {
                Files.delete(output);
            }
        } catch (IOException e) {
            return new ToolRun(false, "cannot run " + name(command) + " (" + e.getMessage() + ")");
        }
    }

    private static ToolRun run(List<String> command, Map<String, String> environment, Path output) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("LAMBDAFS_"));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            process.getOutputStream().close();
            if (!process.waitFor(BOUND_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new ToolRun(false, name(command) + " did not end within " + BOUND_SECONDS + " s");
            }
            return new ToolRun(process.exitValue() == 0, said(output));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new ToolRun(false, "interrupted while " + name(command) + " ran");
        }
    }

    private static String name(List<String> command) {
        return command.stream()
                .filter(word -> word.startsWith("io.lambdafs."))
                .findFirst()
                .orElse(command.get(0));
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
