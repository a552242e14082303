package io.lambdafs.gateway.console;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Numbers and times as people read them. */
final class ReadableText {
    static final String UNKNOWN = "–";

    private static final String[] UNITS = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
    private static final int UNIT = 1024;
    private static final double MILLIS = 1_000;
    private static final double PERCENT = 100;
    private static final double TEN = 10;
    private static final double HUNDRED = 100;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
    private static final DateTimeFormatter MINUTE_OF_DAY =
            DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT).withZone(ZoneId.systemDefault());

    private ReadableText() {}

    /** A number of bytes, in the unit that fits. */
    static String bytes(double bytes) {
        double rest = bytes;
        int unit = 0;
        while (Math.abs(rest) >= UNIT && unit < UNITS.length - 1) {
            rest /= UNIT;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", rest, UNITS[unit]);
    }

    /** A number of bytes, in the unit that fits. */
    static String bytes(long bytes) {
        return bytes((double) bytes);
    }

    /** A duration in milliseconds; a dash if it is not a number. */
    static String millis(double seconds) {
        return Double.isNaN(seconds) ? UNKNOWN : decimals(seconds * MILLIS) + " ms";
    }

    /** A number, with decimals if it is small; a dash if it is not a number. */
    static String number(double number) {
        return Double.isNaN(number) ? UNKNOWN : decimals(number);
    }

    /** Three digits or all before the point. */
    private static String decimals(double number) {
        if (number == Math.rint(number) || number >= HUNDRED) {
            return count(number);
        }
        return String.format(Locale.ROOT, number < TEN ? "%.2f" : "%.1f", number);
    }

    static String count(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** What share of all a part is; a dash if there is nothing. */
    static String percent(double part, double all) {
        return all == 0 ? UNKNOWN : String.format(Locale.ROOT, "%.1f %%", PERCENT * part / all);
    }

    /** What share of all a part is; a dash if there is nothing. */
    static String percent(long part, long all) {
        return percent((double) part, (double) all);
    }

    /** A time, with its day. */
    static String time(long millis) {
        return millis <= 0 ? UNKNOWN : TIME.format(Instant.ofEpochMilli(millis));
    }

    /** A time of this day. */
    static String minuteOfDay(long millis) {
        return MINUTE_OF_DAY.format(Instant.ofEpochMilli(millis));
    }

    /** A value of a query's parameter. */
    static String parameter(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
