package io.lambdafs.benchmark.harness.engine;

import io.lambdafs.benchmark.harness.result.Count;
import io.lambdafs.benchmark.harness.result.PhaseResult;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Reads the CPU time of this process and the counters of λFS's client, if it is there, at the beginning of each interval of a phase. */
final class Gauges {
    private final List<List<Long>> samples = new ArrayList<>();
    private final Thread thread;

    private Gauges(long begin, long intervalNanos) {
        this.thread = new Thread(() -> sample(begin, intervalNanos), "gauges");
        thread.setDaemon(true);
    }

    /** Begins at a moment of {@link Ticker#SYSTEM}. */
    static Gauges from(long begin, long intervalNanos) {
        Gauges gauges = new Gauges(begin, intervalNanos);
        gauges.thread.start();
        return gauges;
    }

    private void sample(long begin, long intervalNanos) {
        try {
            for (long at = begin; ; at += intervalNanos) {
                Ticker.SYSTEM.sleepUntil(at);
                read();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        List<Long> sample = new ArrayList<>(List.of(cpuMicros()));
        sample.addAll(Counters.read());
        synchronized (samples) {
            samples.add(sample);
        }
    }

    private static long cpuMicros() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? TimeUnit.NANOSECONDS.toMicros(system.getProcessCpuTime())
                : 0;
    }

    /** Ends, and adds by how much everything grew in each interval. */
    void addTo(PhaseResult result) {
        thread.interrupt();
        read();
        synchronized (samples) {
            for (int i = 0; i + 1 < samples.size() && i < result.seconds().size(); i++) {
                result.second(i).add(Count.CLIENT_CPU, growth(i, 0));
                List<String> names = Counters.names();
                for (int n = 0; n < names.size(); n++) {
                    long more = growth(i, n + 1);
                    if (more != 0) {
                        result.second(i).add("lambdafs_" + snake(names.get(n)), more);
                    }
                }
            }
        }
    }

    private static String snake(String name) {
        return name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private long growth(int second, int gauge) {
        return samples.get(second + 1).get(gauge) - samples.get(second).get(gauge);
    }
}
