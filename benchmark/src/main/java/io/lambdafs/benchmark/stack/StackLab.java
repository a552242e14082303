package io.lambdafs.benchmark.stack;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** Starts stacks whose instances are limited in CPU, and prints progress. For one thread. */
public final class StackLab {
    private static final long START_SECONDS = 180;

    private final StackSettings settings;
    private final PrintStream out;
    private int stacks;

    /** Prints its progress to this stream. */
    public StackLab(StackSettings settings, PrintStream out) {
        this.settings = settings;
        this.out = out;
    }

    /** Prints a line of progress. */
    public void say(String line) {
        out.println("  " + line);
        out.flush();
    }

    /**
     * Starts a stack without DataNodes.
     *
     * @param cpuMillis the limit of an instance, in thousandths of a core
     * @param options further ones of {@code lambdafs start}
     * @param function settings of the function instances, over those of the stack
     * @throws IOException if it does not start within three minutes
     */
    public LimitedStack start(int cpuMillis, List<String> options, Map<String, String> function)
            throws IOException, InterruptedException {
        stacks++;
        Path data = settings.work().resolve("stack" + stacks);
        List<String> command = new ArrayList<>(List.of("start", "--datanodes", "0"));
        command.addAll(List.of("--instance-cpu-millis", Integer.toString(cpuMillis)));
        command.addAll(options);
        List<Integer> ports = FreePorts.find(3);
        command.addAll(List.of("--platform-port", ports.get(0).toString()));
        command.addAll(List.of("--zookeeper-port", ports.get(1).toString()));
        command.addAll(List.of("--store-port", ports.get(2).toString()));
        say("starting a stack: " + String.join(" ", options));
        lambdafs(data, command, START_SECONDS);
        if (!function.isEmpty()) {
            // A data directory has to be empty at its first start, and functions have their settings from a start on.
            writeFunctionSettings(data, function);
            lambdafs(data, List.of("stop"), START_SECONDS);
            lambdafs(data, command, START_SECONDS);
        }
        return new LimitedStack(this, data, cpuMillis);
    }

    private static void writeFunctionSettings(Path data, Map<String, String> function) throws IOException {
        Properties properties = new Properties();
        properties.putAll(function);
        try (var out = Files.newOutputStream(data.resolve("conf/function.properties"))) {
            properties.store(out, null);
        }
    }

    /** The file in which the client of a stack finds the platform's key. */
    public Path clientProperties(Path data) {
        return settings.work().resolve(data.getFileName() + ".properties");
    }

    /** Whether this version's {@code lambdafs start} has an option. */
    public boolean hasStartOption(String option) throws IOException, InterruptedException {
        Path data = settings.work().resolve("help");
        return lambdafs(data, List.of("start", "--help"), START_SECONDS).contains(option);
    }

    /**
     * Runs {@code bin/lambdafs} on a data directory, and returns what it prints.
     *
     * @throws IOException if it fails, or does not end within so many seconds
     */
    public String lambdafs(Path data, List<String> words, long seconds) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(settings.home().resolve("bin/lambdafs").toString());
        command.addAll(words);
        if (!words.contains("--help")) {
            command.addAll(List.of("--data-dir", data.toString()));
        }
        Path output = settings.work().resolve(data.getFileName() + "-" + words.get(0) + ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment()
                .put("LAMBDAFS_CLIENT_PROPERTIES_FILE", clientProperties(data).toString());
        builder.environment().put("LAMBDAFS_BUILD", "never");
        Process process = builder.start();
        boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        if (!ended || process.exitValue() != 0) {
            throw new IOException("'lambdafs " + String.join(" ", words) + "' "
                    + (ended ? "ended with status " + process.exitValue() : "did not end within " + seconds + " s")
                    + ": "
                    + text.strip());
        }
        return text;
    }
}
