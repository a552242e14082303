package io.lambdafs.gateway.console;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A chart of the last hour, as SVG inside a page. */
final class Chart {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 140;
    private static final int LEFT = 60;
    private static final int BOTTOM = 18;
    private static final int TOP = 8;
    private static final int QUARTERS = 4;
    private static final long QUARTER_HOUR_MILLIS = 900_000;

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

    Chart(String title, List<Line> lines) {
        this.title = title;
        this.lines = List.copyOf(lines);
    }

    /** Draws these readings, on a page that is asked for at this time. */
    void draw(List<Reading> readings, long nowMillis, Unit unit, Html html) {
        double top = lines.stream()
                .flatMapToDouble(line -> readings.stream().mapToDouble(line.value()))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(0);
        html.open("figure").open("figcaption").text(title);
        for (Line line : lines) {
            html.text(" ").element("span", "— " + line.name(), "class", "key " + line.style());
        }
        html.close("figcaption");
        html.open(
                "svg",
                "viewBox",
                "0 0 " + WIDTH + " " + HEIGHT,
                "role",
                "img",
                "aria-label",
                title + ", the last hour; highest " + unit.text(top));
        axes(nowMillis, unit.text(top), html);
        for (Line line : lines) {
            draw(line, readings, nowMillis, top == 0 ? 1 : top, html);
        }
        html.close("svg").close("figure");
    }

    private static void axes(long nowMillis, String top, Html html) {
        int base = HEIGHT - BOTTOM;
        html.open("path", "class", "axis", "d", "M" + LEFT + " " + TOP + "V" + base + "H" + WIDTH)
                .close("path");
        label(LEFT - 4, TOP + 10, "end", top, html);
        label(LEFT - 4, base, "end", "0", html);
        for (int quarter = 1; quarter <= QUARTERS; quarter++) {
            int x = LEFT + (WIDTH - LEFT) * quarter / QUARTERS;
            long at = nowMillis - (QUARTERS - quarter) * QUARTER_HOUR_MILLIS;
            label(x, HEIGHT - 4, "end", Texts.timeOfDay(at), html);
        }
    }

    private static void label(int x, int y, String anchor, String text, Html html) {
        html.element(
                "text", text, "x", String.valueOf(x), "y", String.valueOf(y), "text-anchor", anchor, "class", "label");
    }

    private static void draw(Line line, List<Reading> readings, long nowMillis, double top, Html html) {
        StringBuilder path = new StringBuilder();
        boolean draws = false;
        for (Reading reading : readings) {
            double value = line.value().applyAsDouble(reading);
            double age = (double) (nowMillis - reading.atMillis()) / History.KEPT_MILLIS;
            if (Double.isNaN(value) || age > 1) {
                draws = false;
                continue;
            }
            double x = LEFT + (WIDTH - LEFT) * (1 - age);
            double y = TOP + (HEIGHT - BOTTOM - TOP) * (1 - value / top);
            path.append(String.format(Locale.ROOT, "%s%.1f %.1f", draws ? "L" : "M", x, y));
            if (!draws) {
                // A single reading would be invisible.
                path.append("h1");
            }
            draws = true;
        }
        html.open("path", "class", "line " + line.style(), "d", path.length() == 0 ? "M0 0" : path.toString())
                .close("path");
    }
}
