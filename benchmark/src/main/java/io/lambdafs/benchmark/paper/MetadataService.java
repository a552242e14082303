package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.cost.Cost;
import io.lambdafs.benchmark.cost.Usage;
import io.lambdafs.benchmark.harness.result.Event;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.process.ProcessFigures;
import io.lambdafs.benchmark.stack.LimitedStack;
import io.lambdafs.benchmark.stack.ServerSampler;
import io.lambdafs.benchmark.stack.ServerSecond;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A system that was started to be measured. Closing it gives it back to the lab. For one thread. */
final class MetadataService implements AutoCloseable, BenchProcess.Servers {
    private static final String CLIENT_MEMORY = "-Xmx512m";
    private static final int TO_BEGIN_SECONDS = 180;
    private static final int LEAST_SECONDS = 10;
    private static final String HTTP = "lambdafs_http";

    private final PaperLab lab;
    private final Mode mode;
    private final Setup setup;
    private final Optional<LimitedStack> stack;
    private final Optional<ChildProcess> stock;
    private final String uri;
    private final ProcessFigures figures = new ProcessFigures(Path.of("/proc"));
    private final CompletableFuture<Long> begun = new CompletableFuture<>();
    private int runs;

    private MetadataService(
            PaperLab lab,
            Mode mode,
            Setup setup,
            Optional<LimitedStack> stack,
            Optional<ChildProcess> stock,
            String uri) {
        this.lab = lab;
        this.mode = mode;
        this.setup = setup;
        this.stack = stack;
        this.stock = stock;
        this.uri = uri;
    }

    /** A stack of λFS in one of its modes. */
    static MetadataService of(PaperLab lab, Mode mode, Setup setup, LimitedStack stack) {
        return new MetadataService(lab, mode, setup, Optional.of(stack), Optional.empty(), "");
    }

    /** A stock NameNode at a port of this machine. */
    static MetadataService of(PaperLab lab, Setup setup, ChildProcess stock, String port) {
        return new MetadataService(
                lab, Mode.HDFS, setup, Optional.empty(), Optional.of(stock), "hdfs://127.0.0.1:" + port + "/");
    }

    /** Whether it is this system. */
    boolean is(Mode wanted, Setup size) {
        return mode == wanted && setup.equals(size);
    }

    /** The same system, for another experiment. */
    MetadataService again() {
        MetadataService other = new MetadataService(lab, mode, setup, stack, stock, uri);
        other.runs = runs;
        return other;
    }

    Mode mode() {
        return mode;
    }

    /** Where {@code lambdafs} keeps this stack; null of stock HDFS. */
    @Nullable
    LimitedStack stack() {
        return stack.orElse(null);
    }

    /**
     * Runs {@code lambdafs-bench run} with these options.
     *
     * @param name of the directory with its results
     * @param seconds how long it may take at most
     * @return a measurement for each phase
     */
    List<PhaseMeasurement> run(String name, int seconds, List<String> options)
            throws IOException, InterruptedException {
        runs++;
        Path directory = lab.options().out().resolve("runs").resolve(name);
        List<String> command = new ArrayList<>();
        command.add(lab.options().home().resolve("bin/lambdafs-bench").toString());
        command.addAll(List.of("run", "--base", "/paper" + runs, "--out", directory.toString(), "--max-failures", "0"));
        // The servers are sampled here, with what only this program knows of them.
        command.addAll(List.of("--no-ceiling", "--no-server-metrics"));
        if (!uri.isEmpty()) {
            command.addAll(List.of("--fs", uri));
        }
        command.addAll(mode.clientOptions());
        command.addAll(options);
        BenchProcess.Run run = new BenchProcess(this).run(command, environment(), directory, bound(seconds));
        run.result().verdicts().forEach(verdict -> lab.say(name + ": " + verdict.text()));
        List<PhaseMeasurement> measurements = new ArrayList<>();
        for (int i = 0; i < run.result().phases().size(); i++) {
            measurements.add(measurement(run, i));
        }
        return measurements;
    }

    /** No run goes on for long when the time of all is over. */
    private int bound(int seconds) {
        return (int) Math.min(seconds, Math.max(LEAST_SECONDS, lab.secondsLeft()));
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("LAMBDAFS_BUILD", "never");
        environment.put("LAMBDAFS_BENCH_OPTS", CLIENT_MEMORY);
        stack.ifPresent(here -> {
            environment.put("HADOOP_CONF_DIR", here.conf().toString());
            environment.put(
                    "LAMBDAFS_CLIENT_PROPERTIES_FILE", here.clientProperties().toString());
        });
        if (stack.isEmpty()) {
            environment.put("LAMBDAFS_DATA_DIR", lab.options().work().toString());
        }
        return environment;
    }

    private PhaseMeasurement measurement(BenchProcess.Run run, int number) throws IOException, InterruptedException {
        PhaseResult phase = run.result().phases().get(number);
        List<ServerSecond> seconds = run.servers().get(number);
        double elapsed = phase.elapsedNanos() / 1e9;
        double working = sum(seconds, ServerSecond::working);
        double busy = number + 1 < run.busy().size()
                ? run.busy().get(number + 1).since(run.busy().get(number), elapsed, working)
                : working;
        Cost instance = stack.isPresent() ? stack.get().cost() : new Cost(0, 0);
        long http = phase.seconds().stream()
                .mapToLong(second -> second.counts().getOrDefault(HTTP, 0L))
                .sum();
        Usage usage = new Usage(
                elapsed,
                instance.memoryMb(),
                instance.cpuMillis(),
                busy,
                sum(seconds, ServerSecond::present),
                http,
                mode.isServerful() ? setup.poolMillis() : 0,
                sum(seconds, ServerSecond::storeCpu) / 1e3,
                (sum(seconds, ServerSecond::platformCpu) + sum(seconds, ServerSecond::coordinatorCpu)) / 1e3);
        List<Event> events = run.result().events().stream()
                .filter(event -> event.phase() == number)
                .toList();
        return new PhaseMeasurement(
                mode,
                phase,
                seconds,
                usage,
                events,
                run.result().namespace().map(check -> check.isRight()).orElse(false));
    }

    private static double sum(List<ServerSecond> seconds, ToLongFunction<ServerSecond> figure) {
        return seconds.stream().mapToLong(figure).sum();
    }

    /**
     * Waits for the first phase of the first run, for a few minutes at most; for another thread.
     *
     * @return when it begins, in milliseconds since 1970
     */
    long awaitPhase() throws IOException, InterruptedException {
        try {
            return begun.get(TO_BEGIN_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the load did not begin within " + TO_BEGIN_SECONDS + " s", e);
        }
    }

    @Override
    public @Nullable ServerSampler sample(long epochMillis, long clientPid) {
        begun.complete(epochMillis);
        return stack.map(here -> ServerSampler.from(epochMillis, here.platform(), here.servers(), figures, clientPid))
                .orElse(null);
    }

    @Override
    public BusyInstances busy() throws IOException, InterruptedException {
        return stack.isPresent() ? BusyInstances.of(stack.get().platform().metrics()) : new BusyInstances(Map.of());
    }

    @Override
    public void close() throws IOException {
        lab.release(this);
    }

    /** Stops and removes it. */
    void stop() throws IOException {
        stock.ifPresent(ChildProcess::close);
        if (stack.isPresent()) {
            stack.get().close();
        }
    }
}
