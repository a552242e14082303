package io.lambdafs.benchmark.harness.command;

import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.harness.arrival.Amount;
import io.lambdafs.benchmark.harness.machine.NoiseMeter;
import io.lambdafs.benchmark.harness.machine.WatchedServers;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how a run is carried out and judged. For one thread. */
final class ExecutionOptions {
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Where the results go; default a new directory lambdafs-bench-TIME.")
    private @Nullable Path out;

    @Option(
            names = "--timeline",
            paramLabel = "TIME",
            description =
                    "The interval of timeline.csv and of all charts over time, from 100ms to 1h; default 1s. Servers are looked at as often.")
    private String timeline = "1s";

    @Option(names = "--keep", description = "Leaves the files in the file system.")
    private boolean keep;

    @Option(names = "--overwrite", description = "Removes what is in the base directory before the run.")
    private boolean overwrite;

    @Option(names = "--no-verify", description = "Does not compare the namespace afterwards with what it has to be.")
    private boolean unverified;

    @Option(
            names = "--no-ceiling",
            description =
                    "Does not measure how many operations the clients can make of a file system that does nothing.")
    private boolean withoutCeiling;

    @Option(names = "--max-failures", paramLabel = "N", description = "How many operations may fail; default 0.")
    private long maxFailures;

    @Option(
            names = "--slo",
            paramLabel = "pN=TIME",
            description =
                    "The response time that N percent of the operations of each phase must not exceed, such as p99=50ms.")
    private @Nullable String objective;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Writes a trace of all operations, for --load replay:FILE.")
    private @Nullable Path record;

    @Option(
            names = "--servers",
            split = ",",
            paramLabel = "PID",
            description =
                    "Processes of servers on this machine, for their CPU time and memory in the timeline. Their children count as well.")
    private List<Long> servers = new ArrayList<>();

    @Option(
            names = "--no-server-metrics",
            description = "Does not ask λFS's platform in each second what instances there are and what they do.")
    private boolean withoutServerMetrics;

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            description =
                    "Prices of what λFS's functions use, for their cost in the timeline; default those of the λFS paper.")
    private @Nullable Path prices;

    @Option(
            names = "--noise-gate",
            description =
                    "Ends with 4 if others used more than 5 percent of this machine's CPU, or a fixed piece of work took 10 percent"
                            + " longer or shorter after the run than before. All servers on this machine must be named by --servers.")
    private boolean noiseGate;

    /**
     * A bound on response times.
     *
     * @param percentile from 0 to 100
     * @param micros the bound
     */
    record Objective(double percentile, long micros) {}

    Path out() {
        if (out == null) {
            out = Path.of("lambdafs-bench-" + NAME.format(LocalDateTime.now(ZoneOffset.UTC)));
        }
        return out;
    }

    /** The plan with the interval of the timeline that was asked for. */
    RunPlan timed(RunPlan plan) {
        return plan.every(Amount.nanos("--timeline", timeline));
    }

    boolean keeps() {
        return keep;
    }

    boolean overwrites() {
        return overwrite;
    }

    boolean verifies() {
        return !unverified;
    }

    boolean measuresCeiling() {
        return !withoutCeiling;
    }

    long maxFailures() {
        return maxFailures;
    }

    /** The servers that are looked at. */
    WatchedServers servers(FileSystem fs, Consumer<String> notes) throws IOException, InterruptedException {
        return WatchedServers.of(fs, servers, prices(), !withoutServerMetrics, notes);
    }

    private Prices prices() throws IOException {
        if (prices == null) {
            return Prices.paper();
        }
        if (!Files.isRegularFile(prices)) {
            throw new IllegalArgumentException("--prices: there is no file " + prices);
        }
        return Prices.read(prices);
    }

    /** A meter that has begun, if noise matters. */
    Optional<NoiseMeter> noiseMeter() throws IOException {
        return noiseGate ? Optional.of(NoiseMeter.begin(servers)) : Optional.empty();
    }

    Optional<Path> record() {
        return Optional.ofNullable(record);
    }

    Optional<Objective> objective() {
        if (objective == null) {
            return Optional.empty();
        }
        String[] words = objective.split("=", 2);
        if (words.length != 2 || !words[0].startsWith("p")) {
            throw new IllegalArgumentException("--slo is '" + objective + "': write one such as p99=50ms");
        }
        double percentile = Amount.positive("the percentile of --slo", words[0].substring(1));
        if (percentile > 100) {
            throw new IllegalArgumentException("the percentile of --slo is above 100");
        }
        return Optional.of(new Objective(percentile, Amount.nanos("the time of --slo", words[1]) / 1000));
    }
}
