package io.lambdafs.metrics;

import io.lambdafs.wire.latency.BucketBounds;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Metrics in Prometheus' protobuf format: a sequence of the messages {@code io.prometheus.client.MetricFamily}, each with its length
 * before it.
 */
final class ProtobufMetrics {
    private static final String LE = "le";
    private static final int COUNTER = 0;
    private static final int GAUGE = 1;
    private static final int UNTYPED = 3;
    private static final int HISTOGRAM = 4;

    private ProtobufMetrics() {}

    static byte[] of(List<MetricFamily> families) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        families.forEach(family -> message(family).writeDelimited(out));
        return out.toByteArray();
    }

    private static ProtobufMessage message(MetricFamily family) {
        ProtobufMessage message = new ProtobufMessage().text(1, family.name()).text(2, family.help());
        switch (family.type()) {
            // Both the number of the type, and the number of the field of a sample's value.
            case "counter" -> addValues(message.number(3, COUNTER), 3, family.samples());
            case "gauge" -> addValues(message.number(3, GAUGE), 2, family.samples());
            case "histogram" -> addHistograms(message.number(3, HISTOGRAM), family);
            default -> addValues(message.number(3, UNTYPED), 5, family.samples());
        }
        return message;
    }

    private static void addValues(ProtobufMessage family, int field, List<Sample> samples) {
        for (Sample sample : samples) {
            family.message(4, labelled(sample.labels()).message(field, new ProtobufMessage().real(1, sample.value())));
        }
    }

    private static ProtobufMessage labelled(Map<String, String> labels) {
        ProtobufMessage metric = new ProtobufMessage();
        labels.entrySet().stream()
                .filter(label -> !label.getKey().equals(LE))
                .sorted(Map.Entry.comparingByKey())
                .forEach(label -> metric.message(
                        1, new ProtobufMessage().text(1, label.getKey()).text(2, label.getValue())));
        return metric;
    }

    private static void addHistograms(ProtobufMessage family, MetricFamily histograms) {
        Map<Map<String, String>, List<Sample>> series = new LinkedHashMap<>();
        for (Sample sample : histograms.samples()) {
            Map<String, String> labels = new LinkedHashMap<>(sample.labels());
            labels.remove(LE);
            series.computeIfAbsent(labels, unused -> new ArrayList<>()).add(sample);
        }
        series.forEach((labels, samples) ->
                family.message(4, labelled(labels).message(7, histogram(histograms, samples))));
    }

    private static ProtobufMessage histogram(MetricFamily family, List<Sample> samples) {
        ProtobufMessage message = new ProtobufMessage();
        List<Sample> buckets = new ArrayList<>();
        for (Sample sample : samples) {
            if (sample.name().equals(family.name() + "_count")) {
                message.number(1, (long) sample.value());
            } else if (sample.name().equals(family.name() + "_sum")) {
                message.real(2, sample.value());
            } else {
                buckets.add(sample);
            }
        }
        for (Sample bucket : buckets) {
            if (isClassic(bucket)) {
                message.message(
                        3,
                        new ProtobufMessage().number(1, (long) bucket.value()).real(2, bound(bucket)));
            }
        }
        if (buckets.stream().allMatch(NativeBuckets::isOfOurs)) {
            NativeBuckets.of(buckets).addTo(message);
        }
        return message;
    }

    private static boolean isClassic(Sample bucket) {
        int number = BucketBounds.bucketWith(bound(bucket));
        return number < 0 || BucketBounds.isClassic(number);
    }

    /** The upper bound of a bucket in seconds. */
    static double bound(Sample bucket) {
        String bound = bucket.label(LE);
        return bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound);
    }
}
