package io.lambdafs.benchmark.verdict;

import java.util.Locale;

/**
 * A figure beside what it should be.
 *
 * @param value what was measured; not a number, which misses any target, if nothing was
 * @param target what it must be
 * @param stretch what it had better be, which is printed and decides nothing; not a number if there is no such thing
 * @param atMost whether the targets are upper bounds; else lower ones
 */
public record Target(String what, double value, double target, double stretch, boolean atMost, String unit) {
    public static Target atMost(String what, double value, double target, String unit) {
        return new Target(what, value, target, Double.NaN, true, unit);
    }

    public static Target atLeast(String what, double value, double target, String unit) {
        return new Target(what, value, target, Double.NaN, false, unit);
    }

    /** The same with something that it had better be. */
    public Target orBetter(double further) {
        return new Target(what, value, target, further, atMost, unit);
    }

    /** Whether the figure is at the target or on its good side. */
    public boolean isMet() {
        return reaches(target);
    }

    private boolean reaches(double bound) {
        return atMost ? value <= bound : value >= bound;
    }

    @Override
    public String toString() {
        String must = String.format(
                Locale.ROOT,
                "%-58s %9.2f %-6s target %-8s %s",
                what,
                value,
                unit,
                bound(target),
                isMet() ? "met" : "MISSED");
        return Double.isNaN(stretch)
                ? must
                : String.format(
                        Locale.ROOT,
                        "%-95s stretch %-8s %s",
                        must,
                        bound(stretch),
                        reaches(stretch) ? "met" : "missed");
    }

    private String bound(double number) {
        return (atMost ? "≤ " : "≥ ") + number;
    }
}
