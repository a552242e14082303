package io.lambdafs.benchmark.elastic;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Where experiments are made: starts stacks, and says what goes on. */
final class Lab {
    private static final long START_SECONDS = 180;
    private static final int POOL_MILLIS_OF_A_CORE = 600;

    private final ElasticOptions options;
    private final PrintStream out;
    private int stacks;

    Lab(ElasticOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    ElasticOptions options() {
        return options;
    }

    /**
     * The option for a pool that leaves some of the machine to callers and store: 0.6 of its
     * cores.
     */
    List<String> pool() {
        int millis = Runtime.getRuntime().availableProcessors() * POOL_MILLIS_OF_A_CORE;
        return List.of("--pool-cpu-millis", Integer.toString(millis));
    }

    /** Prints a line of progress. */
    void say(String line) {
        out.println("  " + line);
        out.flush();
    }

    /** Starts a stack without DataNodes whose instances have the limit of this laboratory; the options are those of {@code lambdafs start}. */
    ElasticStack start(List<String> startOptions) throws IOException, InterruptedException {
        stacks++;
        Path data = options.work().resolve("stack" + stacks);
        List<String> command = new ArrayList<>(List.of("start", "--datanodes", "0"));
        command.addAll(List.of("--instance-cpu-millis", Integer.toString(options.cpuMillis())));
        command.addAll(startOptions);
        List<Integer> ports = FreePorts.find(3);
        command.addAll(List.of("--platform-port", ports.get(0).toString()));
        command.addAll(List.of("--zookeeper-port", ports.get(1).toString()));
        command.addAll(List.of("--store-port", ports.get(2).toString()));
        say("starting a stack: " + String.join(" ", startOptions));
        lambdafs(data, command, START_SECONDS);
        return new ElasticStack(this, data);
    }

    /** Starts a stack with so many functions, whose instances may take most of the machine. */
    ElasticStack startScalable(int deployments) throws IOException, InterruptedException {
        List<String> startOptions = new ArrayList<>(List.of("--deployments", Integer.toString(deployments)));
        startOptions.addAll(pool());
        return start(startOptions);
    }

    /** Whether this version's {@code lambdafs start} has an option. */
    boolean hasStartOption(String option) throws IOException, InterruptedException {
        Path data = options.work().resolve("help");
        return lambdafs(data, List.of("start", "--help"), START_SECONDS).contains(option);
    }

    /** Runs {@code bin/lambdafs} and returns what it prints. */
    String lambdafs(Path data, List<String> words, long seconds) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(options.home().resolve("bin/lambdafs").toString());
        command.addAll(words);
        if (!words.contains("--help")) {
            command.addAll(List.of("--data-dir", data.toString()));
        }
        Path output = options.work().resolve(data.getFileName() + "-" + words.get(0) + ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        // The platform's key is in there.
        builder.environment()
                .put(
                        "LAMBDAFS_CLIENT_PROPERTIES_FILE",
                        options.work()
                                .resolve(data.getFileName() + ".properties")
                                .toString());
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
