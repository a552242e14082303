package io.lambdafs.benchmark.harness.machine;

import io.lambdafs.benchmark.cost.Bill;
import io.lambdafs.benchmark.cost.Prices;
import io.lambdafs.benchmark.cost.Usage;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the metrics of λFS's platform and its instances, in Prometheus' text format, say of a moment. */
final class PlatformReading {
    /** The beginning of all columns that have to do with servers. */
    static final String PREFIX = "server_";

    private static final Pattern SAMPLE = Pattern.compile("^(\\w+)(?:\\{(.*)\\})? (\\S+)$", Pattern.MULTILINE);
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");
    private static final Map<String, String> TOTALS = Map.ofEntries(
            Map.entry("lambdafs_platform_cold_starts_total", "cold_starts"),
            Map.entry("lambdafs_platform_scale_outs_total", "scale_outs"),
            Map.entry("lambdafs_platform_activations_total", "http_calls"),
            Map.entry("lambdafs_tcp_operations_total", "tcp_ops"),
            Map.entry("lambdafs_cache_hits_total", "cache_hits"),
            Map.entry("lambdafs_cache_misses_total", "cache_misses"),
            Map.entry("lambdafs_invs_sent_total", "invs_sent"),
            Map.entry("lambdafs_store_round_trip_duration_seconds_count", "store_round_trips"));
    private static final String INSTANCES = "lambdafs_platform_instances";
    private static final String CPU = "lambdafs_instance_cpu_seconds_total";
    private static final String BUSY = "lambdafs_busy_seconds_total";

    private static final double MILLIS = 1e3;
    private static final double NANOS = 1e9;
    private static final double BYTES_PER_MB = 1 << 20;

    private final Map<String, Map<String, Double>> totals = new HashMap<>();
    private final Map<String, Double> sums = new HashMap<>();
    private final Map<String, Long> instances = new TreeMap<>();

    private PlatformReading() {}

    /** Reads the text. */
    static PlatformReading parse(byte[] text) {
        PlatformReading metrics = new PlatformReading();
        Matcher samples = SAMPLE.matcher(new String(text, StandardCharsets.UTF_8));
        while (samples.find()) {
            String labels = samples.group(2) == null ? "" : samples.group(2);
            metrics.add(samples.group(1), labels, Double.parseDouble(samples.group(3)));
        }
        return metrics;
    }

    private void add(String name, String labels, double value) {
        sums.merge(name, value, Double::sum);
        String column = TOTALS.get(name);
        if (column != null) {
            count(PREFIX + column, labels, value);
        } else if (name.equals(CPU)) {
            count(PREFIX + "instance_cpu_ms", labels, value * MILLIS);
        } else if (name.equals(BUSY)) {
            count(BUSY, labels, value);
        } else if (name.equals(INSTANCES) && !label(labels, "state").equals("paused")) {
            instances.merge(label(labels, "deployment"), (long) value, Long::sum);
        }
    }

    private void count(String column, String labels, double value) {
        totals.computeIfAbsent(column, unused -> new LinkedHashMap<>()).merge(labels, value, Double::sum);
    }

    private static String label(String labels, String name) {
        Matcher matcher = LABEL.matcher(labels);
        while (matcher.find()) {
            if (matcher.group(1).equals(name)) {
                return matcher.group(2);
            }
        }
        return "";
    }

    /** The counters, and how many instances there are, of which function, and how much memory they use. */
    ServerReading reading() {
        Map<String, Map<String, Double>> counters = new HashMap<>(totals);
        counters.remove(BUSY);
        Map<String, Long> levels = new TreeMap<>();
        levels.put(PREFIX + "instances", present());
        instances.forEach((function, count) -> levels.put(PREFIX + "instances_" + function, count));
        levels.put(PREFIX + "queued_calls", (long) sum("lambdafs_platform_queued_calls"));
        levels.put(PREFIX + "instance_rss_mb", (long) (sum("lambdafs_resident_memory_bytes") / BYTES_PER_MB));
        return new ServerReading(counters, levels);
    }

    private long present() {
        return instances.values().stream().mapToLong(Long::longValue).sum();
    }

    private double sum(String name) {
        return sums.getOrDefault(name, 0.0);
    }

    /**
     * What the functions have cost since an earlier moment, in billionths of a dollar: by use, which counts the milliseconds in which an instance
     * executed requests; and as long as instances are there.
     */
    Map<String, Long> cost(PlatformReading before, double seconds, Prices prices) {
        long present = present();
        int share = (int) Math.max(1, present);
        ServerReading now = new ServerReading(totals, Map.of());
        ServerReading then = new ServerReading(before.totals, Map.of());
        double busy = totals.getOrDefault(BUSY, Map.of()).entrySet().stream()
                .mapToDouble(series -> Math.max(
                        0,
                        series.getValue()
                                - before.totals.getOrDefault(BUSY, Map.of()).getOrDefault(series.getKey(), 0.0)))
                .sum();
        Bill bill = prices.bill(new Usage(
                seconds,
                (int) (sum("lambdafs_platform_memory_bytes") / BYTES_PER_MB / share),
                (int) (sum("lambdafs_platform_cpu_cores") * MILLIS / share),
                Math.min(busy, present * seconds),
                present * seconds,
                now.growth(then, PREFIX + "http_calls"),
                0,
                0,
                0));
        return Map.of(
                PREFIX + "cost_by_use_nano_usd", Math.round(bill.payPerUse() * NANOS),
                PREFIX + "cost_by_presence_nano_usd", Math.round(bill.simplified() * NANOS));
    }
}
