package io.lambdafs.namenode;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** How often each method was served, and how long that took. Thread-safe. */
public final class NameNodeStats {
    /** The name under which calls of methods that do not exist are counted, so that they cannot fill the memory. */
    public static final String UNKNOWN = "(unknown)";

    private final Map<String, Counters> counters = new HashMap<>();

    NameNodeStats(Iterable<String> methods) {
        methods.forEach(method -> counters.put(method, new Counters()));
        counters.put(UNKNOWN, new Counters());
    }

    void served(String method, boolean succeeded, long nanos) {
        Counters counter = counters.getOrDefault(method, counters.get(UNKNOWN));
        if (counter != null) {
            (succeeded ? counter.succeeded : counter.failed).increment();
            counter.nanos.add(nanos);
        }
    }

    /** The methods that were called at least once, in the order of their names. */
    public Map<String, MethodStats> snapshot() {
        Map<String, MethodStats> stats = new TreeMap<>();
        counters.forEach((method, counter) -> {
            MethodStats values = counter.snapshot();
            if (values.calls() > 0) {
                stats.put(method, values);
            }
        });
        return stats;
    }

    /** Number of calls answered, failures included. */
    public long calls() {
        return counters.values().stream().mapToLong(c -> c.snapshot().calls()).sum();
    }

    /**
     * The counters of one method.
     *
     * @param totalNanos the sum of the times from taking the request to having its answer
     */
    public record MethodStats(long succeeded, long failed, long totalNanos) {
        public long calls() {
            return succeeded + failed;
        }
    }

    private static final class Counters {
        private final LongAdder succeeded = new LongAdder();
        private final LongAdder failed = new LongAdder();
        private final LongAdder nanos = new LongAdder();

        MethodStats snapshot() {
            return new MethodStats(succeeded.sum(), failed.sum(), nanos.sum());
        }
    }
}
