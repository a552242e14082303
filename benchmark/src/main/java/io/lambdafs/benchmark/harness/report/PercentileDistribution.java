package io.lambdafs.benchmark.harness.report;

import io.lambdafs.benchmark.plot.CurveChart;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Which percentage of values does not exceed which, from a histogram. */
public final class PercentileDistribution {
    private static final int TICKS_PER_HALF_DISTANCE = 5;

    private PercentileDistribution() {}

    /** The points of the curve, those near 100 % closer together. */
    public static List<CurveChart.Point> of(Histogram histogram) {
        List<CurveChart.Point> points = new ArrayList<>();
        for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
            points.add(new CurveChart.Point(
                    Math.max(1, value.getValueIteratedTo()), value.getPercentileLevelIteratedTo()));
        }
        return points;
    }
}
