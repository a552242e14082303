package io.lambdafs.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Estimates quantiles from buckets, as Prometheus does: durations lie evenly in their bucket. */
public final class Quantile {
    private Quantile() {}

    /**
     * A quantile of several histograms with the same buckets.
     *
     * @param buckets each with the number of all durations up to its bound
     * @return not a number if there are no durations
     */
    public static double of(double share, List<Sample> buckets) {
        TreeMap<Double, Double> cumulative = new TreeMap<>();
        for (Sample bucket : buckets) {
            String bound = bucket.label("le");
            double upper = bound.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(bound);
            cumulative.merge(upper, bucket.value(), Double::sum);
        }
        double total = cumulative.isEmpty() ? 0 : cumulative.lastEntry().getValue();
        if (total == 0) {
            return Double.NaN;
        }
        double wanted = share * total;
        double lower = 0;
        double below = 0;
        for (Map.Entry<Double, Double> bucket : cumulative.entrySet()) {
            double upper = bucket.getKey();
            if (bucket.getValue() >= wanted) {
                double inside = bucket.getValue() - below;
                return Double.isInfinite(upper) || inside == 0
                        ? lower
                        : lower + (upper - lower) * (wanted - below) / inside;
            }
            lower = upper;
            below = bucket.getValue();
        }
        return lower;
    }
}
