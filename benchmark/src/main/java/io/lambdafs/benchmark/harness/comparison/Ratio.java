package io.lambdafs.benchmark.harness.comparison;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * The ratio of a figure of two systems over several rounds.
 *
 * @param median of the ratios of all rounds
 * @param least of them
 * @param most of them
 * @param from the lower end of the interval in which the median lies with 95 %, by the bootstrap
 * @param to its upper end
 */
public record Ratio(double median, double least, double most, double from, double to) {
    private static final int SAMPLES = 2_000;
    private static final double TAIL = 0.025;
    /** From fewer rounds the bootstrap says nothing. */
    private static final int LEAST_ROUNDS = 5;

    /** Of the ratios of rounds, at least one. */
    public static Ratio of(List<Double> rounds, long seed) {
        double[] ratios =
                rounds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        Random random = new Random(seed);
        double[] medians = new double[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            double[] sample = new double[ratios.length];
            for (int n = 0; n < sample.length; n++) {
                sample[n] = ratios[random.nextInt(ratios.length)];
            }
            Arrays.sort(sample);
            medians[i] = median(sample);
        }
        Arrays.sort(medians);
        boolean enough = ratios.length >= LEAST_ROUNDS;
        return new Ratio(
                median(ratios),
                ratios[0],
                ratios[ratios.length - 1],
                enough ? medians[(int) (SAMPLES * TAIL)] : Double.NaN,
                enough ? medians[(int) (SAMPLES * (1 - TAIL))] : Double.NaN);
    }

    /** Whether the systems differ: the interval is known, and 1 is not in it. */
    public boolean isDifference() {
        return from > 1 || to < 1;
    }

    /** The median of sorted values; not a number if there are none. */
    static double median(double[] sorted) {
        int middle = sorted.length / 2;
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
