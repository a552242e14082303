package io.lambdafs.benchmark.elastic;

import io.lambdafs.benchmark.stack.StackLab;
import io.lambdafs.benchmark.stack.StackSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where experiments are made: starts stacks, and says what goes on. */
final class Lab {
    private static final int POOL_MILLIS_OF_A_CORE = 600;

    private final ElasticOptions options;
    private final StackLab stacks;

    Lab(ElasticOptions options, PrintStream out) {
        this.options = options;
        this.stacks = new StackLab(new StackSettings(options.home(), options.work()), out);
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
        stacks.say(line);
    }

    /** Starts a stack without DataNodes whose instances have the limit of this laboratory; the options are those of {@code lambdafs start}. */
    ElasticStack start(List<String> startOptions) throws IOException, InterruptedException {
        return new ElasticStack(this, stacks.start(options.cpuMillis(), startOptions, Map.of()));
    }

    /** Starts a stack with so many functions, whose instances may take most of the machine. */
    ElasticStack startScalable(int deployments) throws IOException, InterruptedException {
        List<String> startOptions = new ArrayList<>(List.of("--deployments", Integer.toString(deployments)));
        startOptions.addAll(pool());
        return start(startOptions);
    }

    /** Whether this version's {@code lambdafs start} has an option. */
    boolean hasStartOption(String option) throws IOException, InterruptedException {
        return stacks.hasStartOption(option);
    }
}
