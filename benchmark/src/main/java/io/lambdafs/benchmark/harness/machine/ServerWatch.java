package io.lambdafs.benchmark.harness.machine;

import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import io.lambdafs.benchmark.process.Platform;
import io.lambdafs.benchmark.process.ProcessFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks at the servers at the beginning of each interval of a phase. An interval in which they do not answer has no values. */
public final class ServerWatch implements AutoCloseable {
    private static final String CPU = PlatformReading.PREFIX + "cpu_ms";
    private static final String MEMORY = PlatformReading.PREFIX + "rss_mb";
    private static final double MICROS_PER_MILLI = 1e3;
    private static final int PATIENCE_SECONDS = 10;

    private final Optional<Platform> platform;
    private final List<Long> processes;
    private final Optional<Prices> prices;
    private final ProcessFigures figures = new ProcessFigures(Path.of("/proc"));
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "servers");
        made.setDaemon(true);
        return made;
    });
    private final List<Map<String, Long>> seconds = new ArrayList<>();
    private Optional<Look> last = Optional.empty();

    /**
     * Begins to look.
     *
     * @param platform λFS's platform, if it is looked at
     * @param processes servers on this machine, whose children count as well
     * @param prices of what functions use, if that is reckoned
     * @param delayNanos when the phase begins
     * @param intervalNanos how long each of its intervals is
     */
    public ServerWatch(
            Optional<Platform> platform,
            List<Long> processes,
            Optional<Prices> prices,
            long delayNanos,
            long intervalNanos) {
        this.platform = platform;
        this.processes = List.copyOf(processes);
        this.prices = prices;
        Future<?> unused = thread.scheduleAtFixedRate(this::look, delayNanos, intervalNanos, TimeUnit.NANOSECONDS);
    }

    /** All that is seen at a moment. */
    private record Look(ServerReading reading, Optional<PlatformReading> metrics, long nanos) {}

    private void look() {
        try {
            Look now = read();
            synchronized (seconds) {
                last.ifPresent(before -> seconds.add(between(before, now)));
            }
            last = Optional.of(now);
        } catch (IOException gone) {
            // The next one counts from the last that was seen.
            synchronized (seconds) {
                seconds.add(Map.of());
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private Look read() throws IOException, InterruptedException {
        Map<String, Map<String, Double>> totals = new HashMap<>();
        Map<String, Long> levels = new HashMap<>();
        Optional<PlatformReading> metrics = Optional.empty();
        if (platform.isPresent()) {
            PlatformReading found = PlatformReading.parse(platform.get().metrics());
            totals.putAll(found.reading().totals());
            levels.putAll(found.reading().levels());
            metrics = Optional.of(found);
        }
        if (!processes.isEmpty()) {
            totals.put(CPU, Map.of("", figures.cpuMicrosOfTrees(processes) / MICROS_PER_MILLI));
            levels.put(MEMORY, figures.residentMbOfTrees(processes));
        }
        return new Look(new ServerReading(totals, levels), metrics, System.nanoTime());
    }

    private Map<String, Long> between(Look before, Look now) {
        Map<String, Long> second = new HashMap<>(now.reading().levels());
        for (String column : now.reading().totals().keySet()) {
            second.put(column, now.reading().growth(before.reading(), column));
        }
        if (now.metrics().isPresent() && before.metrics().isPresent() && prices.isPresent()) {
            second.putAll(now.metrics()
                    .get()
                    .cost(before.metrics().get(), (now.nanos() - before.nanos()) / 1e9, prices.get()));
        }
        return second;
    }

    /** Looks once more, and adds what was seen to the intervals of the phase that it has. Costs are the sums since its beginning. */
    public void addTo(PhaseResult result) throws IOException, InterruptedException {
        try {
            thread.submit(this::look).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException("the last look at the servers has not ended within " + PATIENCE_SECONDS + " s", e);
        }
        Map<String, Long> costs = new HashMap<>();
        synchronized (seconds) {
            Set<String> columns = new TreeSet<>();
            seconds.forEach(second -> columns.addAll(second.keySet()));
            for (int i = 0; i < seconds.size() && i < result.seconds().size(); i++) {
                Map<String, Long> second = seconds.get(i);
                for (String column : columns) {
                    long value = second.getOrDefault(column, 0L);
                    boolean cost = column.endsWith("_usd");
                    result.second(i).add(column, cost ? costs.merge(column, value, Long::sum) : value);
                }
            }
        }
    }

    @Override
    public void close() throws IOException {
        thread.shutdownNow();
        try {
            if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("a look at the servers has not ended within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
