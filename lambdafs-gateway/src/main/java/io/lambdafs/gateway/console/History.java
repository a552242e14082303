package io.lambdafs.gateway.console;

import io.lambdafs.cost.FunctionCost;
import io.lambdafs.metrics.Change;
import io.lambdafs.metrics.Sample;
import io.lambdafs.metrics.Samples;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What the platform's metrics said in the last hour: readings, and what can be seen to have happened. Bounded. Thread-safe.
 */
final class History {
    static final long KEPT_MILLIS = 3_600_000;

    private static final int MAX_READINGS = 2_000;
    private static final int MAX_EVENTS = 100;
    private static final double MILLIS = 1_000;
    private static final double GIGABYTE = 1 << 30;
    private static final String INSTANCE = "lambdafs_instance_start_time_seconds";
    private static final List<Watched> WATCHED = List.of(
            new Watched("lambdafs_platform_evictions_total", "evicted to make room: "),
            new Watched("lambdafs_platform_scale_outs_total", "started or continued because of load: "),
            new Watched("lambdafs_platform_stem_cells_lost_total", "stem cells lost: "));

    private final Deque<Reading> readings = new ArrayDeque<>();
    private final Deque<Event> events = new ArrayDeque<>();
    private Optional<Latest> latest = Optional.empty();
    private FunctionCost cost = FunctionCost.NOTHING;
    private long sinceMillis;

    /** A counter whose growth is worth a line. */
    private record Watched(String counter, String words) {}

    /** Something that happened, seen at this time. */
    record Event(long atMillis, String what) {}

    /**
     * The last reading.
     *
     * @param change since the one before, over which rates are
     */
    record Latest(long atMillis, Samples samples, Optional<Change> change) {}

    /**
     * All that is kept.
     *
     * @param sinceMillis when the first reading was made, from which on costs count
     */
    record View(
            List<Reading> readings, List<Event> events, Optional<Latest> latest, FunctionCost cost, long sinceMillis) {}

    /** Adds a reading, which was made at this time. */
    synchronized void add(long atMillis, Samples samples) {
        Optional<Latest> before = latest;
        if (before.isPresent() && atMillis <= before.get().atMillis()) {
            return;
        }
        if (before.isEmpty()) {
            sinceMillis = atMillis;
            latest = Optional.of(new Latest(atMillis, samples, Optional.empty()));
            return;
        }
        double seconds = (atMillis - before.get().atMillis()) / MILLIS;
        Change change = new Change(before.get().samples(), samples, seconds);
        readings.addLast(Reading.of(atMillis, change));
        cost = cost.plus(
                change.sum("lambdafs_platform_memory_byte_seconds_total", sample -> true) / GIGABYTE,
                change.sum("lambdafs_platform_activations_total", sample -> true));
        note(atMillis, before.get().samples(), change);
        latest = Optional.of(new Latest(atMillis, samples, Optional.of(change)));
        while (readings.size() > MAX_READINGS
                || (!readings.isEmpty() && readings.getFirst().atMillis() < atMillis - KEPT_MILLIS)) {
            readings.removeFirst();
        }
    }

    private void note(long atMillis, Samples before, Change change) {
        Set<String> earlier = instances(before);
        Set<String> now = instances(change.after());
        now.stream()
                .filter(instance -> !earlier.contains(instance))
                .forEach(instance -> note(atMillis, "instance of " + instance + " has started"));
        earlier.stream()
                .filter(instance -> !now.contains(instance))
                .forEach(instance -> note(atMillis, "instance of " + instance + " has ended"));
        for (Watched watched : WATCHED) {
            double grown = change.sum(watched.counter(), sample -> true);
            if (grown > 0) {
                note(atMillis, watched.words() + ReadableText.count(grown));
            }
        }
    }

    private void note(long atMillis, String what) {
        events.addFirst(new Event(atMillis, what));
        if (events.size() > MAX_EVENTS) {
            events.removeLast();
        }
    }

    private static Set<String> instances(Samples samples) {
        Function<Sample, String> name = sample -> sample.label("deployment") + " (" + sample.label("instance_id") + ")";
        return samples.of(INSTANCE).stream().map(name).collect(Collectors.toCollection(TreeSet::new));
    }

    /** What is kept now; the latest event first. */
    synchronized View view() {
        return new View(List.copyOf(readings), List.copyOf(events), latest, cost, sinceMillis);
    }
}
