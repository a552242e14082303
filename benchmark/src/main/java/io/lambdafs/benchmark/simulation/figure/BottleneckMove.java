package io.lambdafs.benchmark.simulation.figure;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What an improvement by a tenth is worth.
 *
 * @param gain of operations a second: 0.1 is a tenth more
 */
record BottleneckMove(String improvement, double gain) {
    /** A smaller move cannot be distinguished from chance. */
    private static final double NOTHING = 0.01;

    private static final int SHOWN = 3;

    /** The largest ones in a few words. */
    static String describe(List<BottleneckMove> moves) {
        String said = moves.stream()
                .filter(move -> move.gain() >= NOTHING)
                .sorted(Comparator.comparingDouble(BottleneckMove::gain).reversed())
                .limit(SHOWN)
                .map(move -> String.format(Locale.ROOT, "%s +%.1f %%", move.improvement(), 100 * move.gain()))
                .collect(Collectors.joining(", "));
        return said.isEmpty() ? (moves.isEmpty() ? "" : "nothing by itself") : said;
    }
}
