package io.lambdafs.benchmark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The samples of one operation over all rounds, and their medians. */
final class Figures {
    private final List<Sample> samples = new ArrayList<>();
    private CpuTimes cpu = CpuTimes.none();
    private long operations;

    void add(Sample sample) {
        samples.add(sample);
        cpu = cpu.plus(sample.cpu());
        operations += sample.latencies().count();
    }

    /** The median, over the rounds, of a percentile of the latencies. */
    double percentileMicros(double percent) {
        return median(sample -> sample.latencies().percentileMicros(percent));
    }

    double perSecond() {
        return median(Sample::perSecond);
    }

    /** Over all rounds together, because the kernel counts in steps of 10 ms. */
    double cpuMicrosPerOperation(ProcessKind kind) {
        return operations == 0 ? Double.NaN : (double) cpu.of(kind) / operations;
    }

    private double median(ToDoubleFunction<Sample> figure) {
        return median(samples.stream().mapToDouble(figure).toArray());
    }

    /** The middle one, or the mean of the two in the middle; NaN of none. */
    static double median(double... values) {
        if (values.length == 0) {
            return Double.NaN;
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
