package io.lambdafs.benchmark.paper;

import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.process.ChildProcess;
import io.lambdafs.benchmark.stack.StackLab;
import io.lambdafs.benchmark.stack.StackSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Where the paper's experiments are made: starts systems, and keeps to the time of the whole run. A small run uses a system again if the next one is the
 * same. For one thread.
 */
final class PaperLab implements AutoCloseable {
    private static final Duration TO_START = Duration.ofMinutes(1);
    private static final int FULL_SECONDS = 2_340;
    private static final int SMALL_SECONDS = 540;
    /** Less than half of what the burst workload's clients read: files with their directories. */
    private static final long SMALL_CACHE_BYTES = 65_536;

    private final PaperOptions options;
    private final Prices prices;
    private final StackLab stacks;
    private final long bound;
    private int stocks;
    private Optional<MetadataService> kept = Optional.empty();

    PaperLab(PaperOptions options, Prices prices, PrintStream out) {
        this.options = options;
        this.prices = prices;
        this.stacks = new StackLab(new StackSettings(options.home(), options.work()), out);
        this.bound = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.small() ? SMALL_SECONDS : FULL_SECONDS);
    }

    PaperOptions options() {
        return options;
    }

    Prices prices() {
        return prices;
    }

    /** One of two values: of a full run, or of a small one. */
    int pick(int full, int small) {
        return options.small() ? small : full;
    }

    /** Those of some systems that are to be measured: of all, or in a small run, unless systems were named, of some of them. */
    List<Mode> selected(List<Mode> all, List<Mode> some) {
        boolean named = !options.modes().equals(Mode.keys());
        return (options.small() && !named ? some : all)
                .stream().filter(mode -> options.modes().contains(mode.key())).toList();
    }

    void say(String line) {
        stacks.say(line);
    }

    /** Seconds until the whole run must be over. */
    long secondsLeft() {
        return Math.max(0, TimeUnit.NANOSECONDS.toSeconds(bound - System.nanoTime()));
    }

    /**
     * Starts a system.
     *
     * @param seconds how long it is needed
     * @throws IOException if there is no time left for that, or it does not start
     */
    MetadataService start(Mode mode, Setup setup, int seconds) throws IOException, InterruptedException {
        if (secondsLeft() < seconds) {
            throw new IOException("there was no time left for " + mode.key() + ": " + secondsLeft() + " of " + seconds
                    + " s. Run this experiment alone, with --only");
        }
        Optional<MetadataService> before = kept;
        kept = Optional.empty();
        if (before.isPresent()) {
            if (before.get().is(mode, setup)) {
                say(mode.key() + ", as before:");
                return before.get().again();
            }
            before.get().stop();
        }
        say(mode.key() + ":");
        if (mode == Mode.HDFS) {
            return startStock(setup);
        }
        return MetadataService.of(
                this,
                mode,
                setup,
                stacks.start(
                        mode.cpuMillis(setup), mode.startOptions(setup), mode.functionSettings(SMALL_CACHE_BYTES)));
    }

    /** A system is needed no more for now. */
    void release(MetadataService service) throws IOException {
        if (options.small()) {
            kept = Optional.of(service);
        } else {
            service.stop();
        }
    }

    @Override
    public void close() throws IOException {
        if (kept.isPresent()) {
            kept.get().stop();
        }
    }

    private MetadataService startStock(Setup setup) throws IOException, InterruptedException {
        stocks++;
        Path directory = options.work().resolve("hdfs" + stocks);
        ChildProcess process = ChildProcess.start(
                List.of(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-Djava.net.preferIPv4Stack=true",
                        "-cp",
                        options.jar() + ":" + options.serverClassPath(),
                        "io.lambdafs.benchmark.hdfs.StockNameNode",
                        directory.toString()),
                options.work().resolve("hdfs" + stocks + ".log"));
        try {
            return MetadataService.of(this, setup, process, process.answer(TO_START));
        } catch (IOException | InterruptedException e) {
            process.close();
            throw e;
        }
    }
}
