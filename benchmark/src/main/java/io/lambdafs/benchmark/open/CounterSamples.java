package io.lambdafs.benchmark.open;

import io.lambdafs.benchmark.harness.engine.Counters;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Reads the client's counters at the beginning of each second of a run. */
final class CounterSamples implements AutoCloseable {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "counters");
        thread.setDaemon(true);
        return thread;
    });
    private final List<List<Long>> samples = Collections.synchronizedList(new ArrayList<>());

    private CounterSamples() {}

    /** From a moment of {@link System#nanoTime} on. */
    static CounterSamples from(long beginNanos) {
        CounterSamples samples = new CounterSamples();
        Future<?> unused = samples.thread.scheduleAtFixedRate(
                () -> samples.samples.add(Counters.read()),
                Math.max(0, beginNanos - System.nanoTime()),
                TimeUnit.SECONDS.toNanos(1),
                TimeUnit.NANOSECONDS);
        return samples;
    }

    /** What each counter grew by in a second, counted from 0; nothing where the run ended before. */
    List<Long> growth(int second) {
        List<List<Long>> all = List.copyOf(samples);
        if (second + 1 >= all.size()) {
            return Counters.names().stream().map(name -> 0L).toList();
        }
        List<Long> growth = new ArrayList<>();
        for (int i = 0; i < all.get(second).size(); i++) {
            growth.add(all.get(second + 1).get(i) - all.get(second).get(i));
        }
        return growth;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
