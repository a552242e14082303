package io.lambdafs.benchmark.harness.workload;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Which of several things is chosen: all alike, or the first ones more often, by Zipf's law. Immutable. */
final class Popularity {
    private final int count;
    private final double[] upTo;

    Popularity(int count, double exponent) {
        this.count = count;
        this.upTo = exponent == 0 ? new double[0] : new double[count];
        double sum = 0;
        for (int i = 0; i < upTo.length; i++) {
            sum += Math.pow(i + 1.0, -exponent);
            upTo[i] = sum;
        }
    }

    int roll(RandomGenerator random) {
        if (upTo.length == 0) {
            return random.nextInt(count);
        }
        int at = Arrays.binarySearch(upTo, random.nextDouble() * upTo[count - 1]);
        return Math.min(count - 1, at < 0 ? -at - 1 : at);
    }
}
