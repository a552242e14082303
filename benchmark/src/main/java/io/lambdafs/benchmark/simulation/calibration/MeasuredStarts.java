package io.lambdafs.benchmark.simulation.calibration;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a cold start takes, and what a call by HTTP takes more than one over TCP.
 *
 * @param coldMillis what a client waits for if no instance is there
 * @param waitMicros what a call waits for beside CPU time
 */
public record MeasuredStarts(
        double coldMillis, double clientMicros, double instanceMicros, double platformMicros, double waitMicros) {
    private static final int FIELDS = 8;
    private static final int P50 = 3;
    private static final int CLIENT = 4;
    private static final int INSTANCES = 5;
    private static final int PLATFORM = 6;

    /**
     * Reads what {@code benchmark/run} writes of single operations.
     *
     * @throws IllegalArgumentException with a sentence for people, if it is something else
     */
    public static MeasuredStarts read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        double[] one = difference(lines, 1, file);
        double[] some = difference(lines, 8, file);
        double cold = fields(lines, "cold start,HTTP,1,", file)[P50] / 1_000;
        return new MeasuredStarts(
                cold,
                some[CLIENT],
                some[INSTANCES],
                some[PLATFORM],
                Math.max(0, one[P50] - one[CLIENT] - one[INSTANCES] - one[PLATFORM]));
    }

    private static double[] difference(List<String> lines, int callers, Path file) {
        double[] http = fields(lines, "stat,HTTP," + callers + ",", file);
        double[] tcp = fields(lines, "stat,TCP," + callers + ",", file);
        for (int i = P50; i < FIELDS; i++) {
            http[i] = Math.max(0, http[i] - tcp[i]);
        }
        return http;
    }

    private static double[] fields(List<String> lines, String begin, Path file) {
        String[] words = lines.stream()
                .filter(line -> line.startsWith(begin))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(file + " has no line that begins with " + begin))
                .split(",", -1);
        double[] numbers = new double[FIELDS];
        for (int i = P50; i < FIELDS; i++) {
            numbers[i] = Double.parseDouble(words[i]);
        }
        return numbers;
    }
}
