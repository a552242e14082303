package io.lambdafs.benchmark.verdict;

import java.util.Locale;

/**
 * A figure beside what it should be.
 *
 * @param value what was measured; not a number, which misses any target, if nothing was
 * @param atMost whether the target is an upper bound; else a lower one
 */
public record Target(String what, double value, double target, boolean atMost, String unit) {
    public static Target atMost(String what, double value, double target, String unit) {
        return new Target(what, value, target, true, unit);
    }

    public static Target atLeast(String what, double value, double target, String unit) {
        return new Target(what, value, target, false, unit);
    }

    /** Whether the figure is at the target or on its good side. */
    public boolean isMet() {
        return atMost ? value <= target : value >= target;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-58s %9.2f %-6s target %s %-6s %s",
                what,
                value,
                unit,
                atMost ? "≤" : "≥",
                Double.toString(target),
                isMet() ? "met" : "MISSED");
    }
}
