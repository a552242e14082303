package io.lambdafs.gateway.console;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A chart of the last hour, or of less while less is known, as SVG inside a page. The picture fills the width that it has; texts are
 * beside it, so that they keep their size.
 */
final class Chart {
    private static final int WIDTH = 1_000;
    private static final int HEIGHT = 200;
    private static final int TICKS = 4;
    private static final long MINUTE_MILLIS = 60_000;
    /** The times that the axis may span: the shortest in which all readings are. */
    private static final List<Long> SPANS = List.of(5 * MINUTE_MILLIS, 15 * MINUTE_MILLIS, History.KEPT_MILLIS);
    /** The highest value of an axis is one of these times a power of ten. */
    private static final double[] ROUND = {1, 2, 4, 5, 8, 10};

    private final String title;
    private final List<Line> lines;

    /**
     * A line of the chart.
     *
     * @param style its class in the style sheet
     * @param value of a reading; nothing is drawn where it is not a number
     */
    record Line(String name, String style, ToDoubleFunction<Reading> value) {}

    /** A unit of the axis. */
    @FunctionalInterface
    interface Unit {
        String text(double value);
    }

    /** What the axes span. */
    private record Axes(long endMillis, long spanMillis, double top) {
        double x(long atMillis) {
            return WIDTH * (1 - (double) (endMillis - atMillis) / spanMillis);
        }

        double y(double value) {
            return HEIGHT * (1 - value / top);
        }

        boolean has(Reading reading) {
            return endMillis - reading.atMillis() <= spanMillis;
        }
    }

    Chart(String title, List<Line> lines) {
        this.title = title;
        this.lines = List.copyOf(lines);
    }

    /** Draws these readings, on a page that is asked for at this time. */
    void draw(List<Reading> readings, long nowMillis, Unit unit, Html html) {
        Axes axes = new Axes(nowMillis, span(readings, nowMillis), top(readings));
        html.open("figure").open("figcaption").element("span", title);
        for (Line line : lines) {
            html.element("span", line.name() + " " + latest(line, readings, unit), "class", "key " + line.style());
        }
        html.close("figcaption").open("div", "class", "plot");
        html.open("div", "class", "y").element("span", unit.text(axes.top()));
        html.element("span", unit.text(axes.top() / 2)).element("span", "0").close("div");
        picture(readings, axes, unit, html);
        html.close("div").open("div", "class", "x");
        for (int tick = 0; tick <= TICKS; tick++) {
            html.element("span", ReadableText.minuteOfDay(nowMillis - axes.spanMillis() * (TICKS - tick) / TICKS));
        }
        html.close("div").close("figure");
    }

    private static String latest(Line line, List<Reading> readings, Unit unit) {
        return readings.isEmpty() ? "" : unit.text(line.value().applyAsDouble(readings.get(readings.size() - 1)));
    }

    private static long span(List<Reading> readings, long nowMillis) {
        long age = readings.isEmpty() ? 0 : nowMillis - readings.get(0).atMillis();
        return SPANS.stream().filter(span -> span >= age).findFirst().orElse(History.KEPT_MILLIS);
    }

    private double top(List<Reading> readings) {
        double highest = lines.stream()
                .flatMapToDouble(line -> readings.stream().mapToDouble(line.value()))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(0);
        if (highest <= 0) {
            return 1;
        }
        double power = Math.pow(10, Math.floor(Math.log10(highest)));
        for (double round : ROUND) {
            if (highest <= round * power) {
                return round * power;
            }
        }
        return ROUND[ROUND.length - 1] * power;
    }

    private void picture(List<Reading> readings, Axes axes, Unit unit, Html html) {
        html.open(
                "svg",
                "viewBox",
                "0 0 " + WIDTH + " " + HEIGHT,
                "preserveAspectRatio",
                "none",
                "role",
                "img",
                "aria-label",
                title + "; the axis ends at " + unit.text(axes.top()));
        html.open("path", "class", "grid", "d", grid()).close("path");
        for (Line line : lines) {
            draw(line, readings, axes, html);
        }
        html.close("svg");
    }

    private static String grid() {
        StringBuilder path = new StringBuilder();
        for (int part = 0; part <= 2; part++) {
            path.append("M0 ").append(HEIGHT * part / 2).append('H').append(WIDTH);
        }
        return path.toString();
    }

    private static void draw(Line line, List<Reading> readings, Axes axes, Html html) {
        StringBuilder path = new StringBuilder();
        StringBuilder area = new StringBuilder();
        double x = 0;
        boolean draws = false;
        for (Reading reading : readings) {
            double value = line.value().applyAsDouble(reading);
            boolean drawn = !Double.isNaN(value) && axes.has(reading);
            if (draws && !drawn) {
                area.append(point("L", x, HEIGHT)).append('Z');
            }
            if (drawn) {
                x = axes.x(reading.atMillis());
                double y = axes.y(value);
                // A single reading would be invisible.
                path.append(draws ? point("L", x, y) : point("M", x, y) + "h1");
                area.append(draws ? "" : point("M", x, HEIGHT)).append(point("L", x, y));
            }
            draws = drawn;
        }
        if (draws) {
            area.append(point("L", x, HEIGHT)).append('Z');
        }
        html.open("path", "class", "area " + line.style(), "d", orNothing(area)).close("path");
        html.open("path", "class", "line " + line.style(), "d", orNothing(path)).close("path");
    }

    private static String point(String command, double x, double y) {
        return String.format(Locale.ROOT, "%s%.1f %.1f", command, x, y);
    }

    private static String orNothing(StringBuilder path) {
        return path.length() == 0 ? "M0 0" : path.toString();
    }
}
