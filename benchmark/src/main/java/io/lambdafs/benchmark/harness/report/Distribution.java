package io.lambdafs.benchmark.harness.report;

import io.lambdafs.benchmark.plot.CurveChart;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Which percentage of values does not exceed which, from a histogram. */
final class Distribution {
    private static final int TICKS_PER_HALF_DISTANCE = 5;

    private Distribution() {}

    /** The points of the curve, those near 100 % closer together. */
    static List<CurveChart.Point> of(Histogram histogram) {
        List<CurveChart.Point> points = new ArrayList<>();
        for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
            points.add(new CurveChart.Point(
                    Math.max(1, value.getValueIteratedTo()), value.getPercentileLevelIteratedTo()));
        }
        return points;
    }
}
