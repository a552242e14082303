package io.lambdafs.metrics;

import io.lambdafs.wire.latency.BucketBounds;
import io.lambdafs.wire.latency.LatencyHistogram;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Metrics in Prometheus' text format, version 0.0.4. Used by one thread at a time.
 *
 * <p>A metric begins with its name, type and help; its samples follow before the next metric begins. Labels are pairs of a name and a value.
 */
public final class MetricsText {
    /** The media type of the text. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");

    private final StringBuilder text = new StringBuilder();
    private final Set<String> names = new HashSet<>();
    private String name = "";

    /** Begins a counter, whose name ends in {@code _total}. */
    public MetricsText counter(String newName, String help) {
        if (!newName.endsWith("_total")) {
            throw new IllegalArgumentException("the name of a counter must end in _total, unlike " + newName);
        }
        return begin(newName, "counter", help);
    }

    /** Begins a gauge. */
    public MetricsText gauge(String newName, String help) {
        return begin(newName, "gauge", help);
    }

    /** Begins a histogram of durations, whose name ends in {@code _seconds}. */
    public MetricsText histogram(String newName, String help) {
        if (!newName.endsWith("_seconds")) {
            throw new IllegalArgumentException("the name of a histogram must end in _seconds, unlike " + newName);
        }
        return begin(newName, "histogram", help);
    }

    private MetricsText begin(String newName, String type, String help) {
        if (!NAME.matcher(newName).matches() || !names.add(newName)) {
            throw new IllegalArgumentException("not a name of a metric, or the second metric of this name: " + newName);
        }
        name = newName;
        text.append("# HELP ").append(name).append(' ').append(escaped(help, false));
        text.append("\n# TYPE ").append(name).append(' ').append(type).append('\n');
        return this;
    }

    /** Adds a sample of the present metric. */
    public MetricsText sample(double value, String... labels) {
        return line("", number(value), labels);
    }

    /** Adds a sample of the present metric. */
    public MetricsText sample(long value, String... labels) {
        return line("", Long.toString(value), labels);
    }

    /**
     * Adds all samples of one histogram. Those of buckets that only native histograms have are there if the bucket is not empty;
     * {@link Exposition} leaves them out for a reader of classic ones.
     */
    public MetricsText sample(LatencyHistogram.Snapshot histogram, String... labels) {
        String[] more = new String[labels.length + 2];
        System.arraycopy(labels, 0, more, 0, labels.length);
        more[labels.length] = "le";
        long count = 0;
        for (int i = 0; i < BucketBounds.COUNT; i++) {
            long inBucket = histogram.counts().get(i);
            count += inBucket;
            if (inBucket > 0 || BucketBounds.isClassic(i)) {
                more[labels.length + 1] = number(BucketBounds.seconds(i));
                line("_bucket", Long.toString(count), more);
            }
        }
        count += histogram.counts().get(BucketBounds.COUNT);
        more[labels.length + 1] = "+Inf";
        line("_bucket", Long.toString(count), more);
        return line("_sum", number(histogram.seconds()), labels).line("_count", Long.toString(count), labels);
    }

    private MetricsText line(String suffix, String value, String... labels) {
        text.append(name).append(suffix);
        for (int i = 0; i + 1 < labels.length; i += 2) {
            text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
            text.append(escaped(labels[i + 1], true)).append('"');
        }
        text.append(labels.length > 1 ? "} " : " ").append(value).append('\n');
        return this;
    }

    private static String number(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                : "NaN";
    }

    private static String escaped(String raw, boolean quoted) {
        String safe = raw.replace("\\", "\\\\").replace("\n", "\\n");
        return quoted ? safe.replace("\"", "\\\"") : safe;
    }

    /** What was added so far. */
    @Override
    public String toString() {
        return text.toString();
    }
}
