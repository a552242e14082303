package io.lambdafs.cli.top;

import io.lambdafs.metrics.Change;
import io.lambdafs.metrics.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What one refresh shows: a summary, and a row for each function. */
final class Picture {
    private static final String OPERATIONS = "lambdafs_operations_total";
    private static final String DURATIONS = "lambdafs_operation_duration_seconds";
    private static final String HITS = "lambdafs_cache_hits_total";
    private static final String MISSES = "lambdafs_cache_misses_total";
    private static final String ROUNDS = "lambdafs_rounds_total";
    private static final String INSTANCES = "lambdafs_platform_instances";
    private static final String COLD_STARTS = "lambdafs_platform_cold_starts_total";
    private static final String CPU = "lambdafs_instance_cpu_seconds_total";
    private static final double MEDIAN = 0.5;
    private static final double MOST = 0.99;
    private static final double MILLIS = 1000;
    private static final double PERCENT = 100;
    private static final String UNKNOWN = "-";

    private final Change change;

    Picture(Change change) {
        this.change = change;
    }

    /** The lines, from top to bottom. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        Predicate<Sample> all = sample -> true;
        lines.add(format(
                "%s ops/s   %s cached   %s rounds/s   %s retries/s   %s cores   %s instances (%s)   %d waiting   %d cold starts (+%d)",
                rate(OPERATIONS, all),
                hits(all),
                rate(ROUNDS, all),
                rate("lambdafs_store_retries_total", all),
                number(change.perSecond(CPU, all)),
                count(INSTANCES, all),
                states(),
                (long) change.after().sum("lambdafs_platform_queued_calls"),
                (long) change.after().sum(COLD_STARTS),
                (long) change.sum(COLD_STARTS, all)));
        lines.add("");
        lines.add(format(
                "%-12s %5s %6s %6s %7s %9s %9s %8s %8s %9s %8s %8s",
                "FUNCTION",
                "INST",
                "TCP",
                "CORES",
                "CACHED",
                "ROUNDS/S",
                "READS/S",
                "P50 MS",
                "P99 MS",
                "WRITES/S",
                "P50 MS",
                "P99 MS"));
        change.after().of(INSTANCES).stream()
                .map(sample -> sample.label("deployment"))
                .distinct()
                .forEach(deployment -> lines.add(row(deployment)));
        return lines;
    }

    private String row(String deployment) {
        Predicate<Sample> own = sample -> sample.label("deployment").equals(deployment);
        Predicate<Sample> reads = own.and(sample -> sample.label("kind").equals("read"));
        Predicate<Sample> writes = own.and(sample -> sample.label("kind").equals("write"));
        return format(
                "%-12s %5s %6s %6s %7s %9s %9s %8s %8s %9s %8s %8s",
                deployment,
                count(INSTANCES, own),
                count("lambdafs_tcp_connections", own),
                number(change.perSecond(CPU, own)),
                hits(own),
                rate(ROUNDS, own),
                rate(OPERATIONS, reads),
                quantile(MEDIAN, reads),
                quantile(MOST, reads),
                rate(OPERATIONS, writes),
                quantile(MEDIAN, writes),
                quantile(MOST, writes));
    }

    private String states() {
        String states = change.after().of(INSTANCES).stream()
                .filter(sample -> sample.value() > 0)
                .collect(Collectors.groupingBy(
                        sample -> sample.label("state"), Collectors.summingLong(sample -> (long) sample.value())))
                .entrySet()
                .stream()
                .map(state -> state.getValue() + " " + state.getKey())
                .sorted()
                .collect(Collectors.joining(", "));
        return states.isEmpty() ? "none" : states;
    }

    private String count(String name, Predicate<Sample> wanted) {
        return Long.toString((long) change.after().sum(name, wanted));
    }

    private String rate(String name, Predicate<Sample> wanted) {
        return number(change.perSecond(name, wanted));
    }

    private String hits(Predicate<Sample> wanted) {
        double hits = change.sum(HITS, wanted);
        double all = hits + change.sum(MISSES, wanted);
        return all == 0 ? UNKNOWN : format("%.1f %%", PERCENT * hits / all);
    }

    private String quantile(double share, Predicate<Sample> wanted) {
        double seconds = change.quantile(share, DURATIONS, wanted);
        return Double.isNaN(seconds) ? UNKNOWN : format("%.3f", seconds * MILLIS);
    }

    private static String number(double value) {
        return format(value < 10 ? "%.2f" : "%.0f", value);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
