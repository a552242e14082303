package io.lambdafs.benchmark.compare;

import java.util.Locale;

/**
 * A figure beside what it should be.
 *
 * @param atMost whether the target is an upper bound; else a lower one
 */
record Target(String what, double value, double target, boolean atMost, String unit) {
    static Target atMost(String what, double value, double target, String unit) {
        return new Target(what, value, target, true, unit);
    }

    static Target atLeast(String what, double value, double target, String unit) {
        return new Target(what, value, target, false, unit);
    }

    boolean isMet() {
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
