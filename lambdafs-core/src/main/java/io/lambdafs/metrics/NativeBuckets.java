package io.lambdafs.metrics;

import io.lambdafs.wire.latency.BucketBounds;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The buckets of one native histogram: what is not longer than the first bound, and the numbers of the other buckets with their counts,
 * empty ones left out. What is longer than the last bound counts as if it were in the next bucket: how long it was is not known.
 */
final class NativeBuckets {
    private static final int SCHEMA_FIELD = 5;
    private static final int ZERO_THRESHOLD_FIELD = 6;
    private static final int ZERO_COUNT_FIELD = 7;
    private static final int SPAN_FIELD = 12;
    private static final int DELTA_FIELD = 13;

    private final long zero;
    private final SortedMap<Integer, Long> counts;

    private NativeBuckets(long zero, SortedMap<Integer, Long> counts) {
        this.zero = zero;
        this.counts = counts;
    }

    /** Whether the bound of this bucket of a classic histogram is one of a native histogram, too. */
    static boolean isOfOurs(Sample bucket) {
        double bound = ProtobufMetrics.bound(bucket);
        return Double.isInfinite(bound) || BucketBounds.bucketWith(bound) >= 0;
    }

    /** Those of a histogram whose bounds are all of ours. A bound that is missing is that of an empty bucket. */
    static NativeBuckets of(List<Sample> cumulative) {
        SortedMap<Integer, Long> upTo = new TreeMap<>();
        for (Sample bucket : cumulative) {
            double bound = ProtobufMetrics.bound(bucket);
            int number = Double.isInfinite(bound) ? BucketBounds.COUNT : BucketBounds.bucketWith(bound);
            upTo.merge(number, (long) bucket.value(), Math::max);
        }
        SortedMap<Integer, Long> counts = new TreeMap<>();
        long zero = upTo.getOrDefault(0, 0L);
        long before = zero;
        for (Map.Entry<Integer, Long> bucket : upTo.tailMap(1).entrySet()) {
            if (bucket.getValue() > before) {
                counts.put(BucketBounds.nativeNumber(bucket.getKey()), bucket.getValue() - before);
                before = bucket.getValue();
            }
        }
        return new NativeBuckets(zero, counts);
    }

    /** Adds them to a message {@code io.prometheus.client.Histogram}. */
    void addTo(ProtobufMessage histogram) {
        histogram.signed(SCHEMA_FIELD, BucketBounds.SCHEMA);
        histogram.real(ZERO_THRESHOLD_FIELD, BucketBounds.seconds(0));
        histogram.number(ZERO_COUNT_FIELD, zero);
        addSpans(histogram);
        long before = 0;
        for (long count : counts.values()) {
            histogram.signed(DELTA_FIELD, count - before);
            before = count;
        }
    }

    /* A span is a run of buckets without a gap; its offset counts from the end of the span before it. */
    private void addSpans(ProtobufMessage histogram) {
        int end = 0;
        int first = 0;
        int length = 0;
        for (int number : counts.keySet()) {
            if (length > 0 && number == first + length) {
                length++;
                continue;
            }
            end = addSpan(histogram, end, first, length);
            first = number;
            length = 1;
        }
        addSpan(histogram, end, first, length);
    }

    private static int addSpan(ProtobufMessage histogram, int end, int first, int length) {
        if (length == 0) {
            return end;
        }
        histogram.message(
                SPAN_FIELD, new ProtobufMessage().signed(1, first - end).number(2, length));
        return first + length;
    }
}
