package io.lambdafs.benchmark.harness.arrival;

import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers and durations as people write them. Each error says what is wrong with which value. */
public final class Amount {
    private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)(ns|us|ms|s|m|h)?");
    private static final double MAX_NANOS = 7 * 24 * 3600e9;

    private Amount() {}

    /**
     * A duration such as {@code 500ms}, {@code 60s}, {@code 5m} or {@code 1h}; a number alone is seconds.
     *
     * @return nanoseconds, at most a week
     * @throws IllegalArgumentException if it is something else
     */
    public static long nanos(String what, String text) {
        Matcher matcher = DURATION.matcher(text.strip());
        if (matcher.matches()) {
            double unit = switch (matcher.group(2) == null ? "s" : matcher.group(2)) {
                case "ns" -> 1;
                case "us" -> TimeUnit.MICROSECONDS.toNanos(1);
                case "ms" -> TimeUnit.MILLISECONDS.toNanos(1);
                case "m" -> TimeUnit.MINUTES.toNanos(1);
                case "h" -> TimeUnit.HOURS.toNanos(1);
                default -> TimeUnit.SECONDS.toNanos(1);
            };
            double nanos = Double.parseDouble(matcher.group(1)) * unit;
            if (nanos <= MAX_NANOS) {
                return Math.round(nanos);
            }
        }
        throw new IllegalArgumentException(
                what + " is '" + text + "': write a duration of at most a week, such as 500ms, 60s or 5m");
    }

    /**
     * A number above 0.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static double positive(String what, String text) {
        try {
            double value = Double.parseDouble(text.strip());
            if (value > 0 && value <= Integer.MAX_VALUE) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(what + " is '" + text + "': write a number above 0", e);
        }
        throw new IllegalArgumentException(what + " is '" + text + "': write a number above 0");
    }

    /**
     * A whole number that is not negative.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static long count(String what, String text) {
        try {
            long value = Long.parseLong(text.strip());
            if (value >= 0) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(what + " is '" + text + "': write a whole number, 0 or more", e);
        }
        throw new IllegalArgumentException(what + " is '" + text + "': write a whole number, 0 or more");
    }

    /** Whether a text is the number 0. */
    public static boolean isZero(String text) {
        return text.strip().matches("0+(\\.0*)?");
    }
}
