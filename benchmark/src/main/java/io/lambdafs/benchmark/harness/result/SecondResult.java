package io.lambdafs.benchmark.harness.result;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/** What happened in one second of a phase. For one thread. */
public final class SecondResult {
    private static final int DIGITS = 2;

    private final Histogram response = new Histogram(DIGITS);
    private final Map<String, Long> counts = new TreeMap<>();

    /** Adds to a count; {@link Count} has the names of those that every file system has. */
    public void add(String name, long more) {
        counts.merge(name, more, Long::sum);
    }

    /** Adds to a count. */
    public void add(Count count, long more) {
        add(count.column(), more);
    }

    /** Adds response times, in microseconds, of operations that ended in this second. */
    public void addResponses(AbstractHistogram more) {
        response.add(more);
    }

    /** Adds what other clients saw in the same second. */
    public void addAll(SecondResult other) {
        other.counts.forEach(this::add);
        response.add(other.response);
    }

    /** A count; 0 if nothing was counted. */
    public long get(Count count) {
        return counts.getOrDefault(count.column(), 0L);
    }

    /** Whether nothing was counted but what the clients' processes themselves used. */
    boolean isQuiet() {
        return counts.entrySet().stream()
                .allMatch(entry -> entry.getValue() == 0 || entry.getKey().equals(Count.CLIENT_CPU.column()));
    }

    /** All counts by name. */
    public Map<String, Long> counts() {
        return counts;
    }

    /** Response times in microseconds. */
    public Histogram response() {
        return response;
    }
}
