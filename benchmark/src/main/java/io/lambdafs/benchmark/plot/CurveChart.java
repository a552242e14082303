package io.lambdafs.benchmark.plot;

import java.util.List;
import java.util.Locale;

/**
 * Curves of percentages over values on a logarithmic scale, as an SVG element: how many of the values do not exceed one.
 *
 * @param title above it
 * @param unit of the values
 * @param curves at least one
 */
public record CurveChart(String title, String unit, List<Curve> curves) {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 240;
    private static final int LEFT = 48;
    private static final int RIGHT = 12;
    private static final int TOP = 44;
    private static final int BOTTOM = 28;
    private static final int GRID = 4;
    private static final List<String> COLORS =
            List.of("#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#7f7f7f");

    public CurveChart {
        curves = List.copyOf(curves);
        if (curves.isEmpty()) {
            throw new IllegalArgumentException("a chart has at least one curve");
        }
    }

    /** A value, above 0, and which percentage does not exceed it. */
    public record Point(double value, double percent) {}

    /** A curve with its points in order. */
    public record Curve(String name, List<Point> points) {
        public Curve {
            points = points.stream().filter(point -> point.value() > 0).toList();
        }
    }

    /** The SVG element, which can stand in a page or, with its name space, in a file. */
    public String svg() {
        double least = Math.pow(10, Math.floor(Math.log10(bound(true))));
        double most = Math.pow(10, Math.floor(Math.log10(bound(false))) + 1);
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"11\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                WIDTH,
                HEIGHT,
                WIDTH,
                HEIGHT));
        text(svg, LEFT, 14, "start", "#000000", title + (unit.isEmpty() ? "" : " [" + unit + "]"));
        for (int i = 0; i <= GRID; i++) {
            double percent = 100.0 * i / GRID;
            line(svg, LEFT, y(percent), WIDTH - RIGHT, y(percent));
            text(svg, LEFT - 6, y(percent) + 4, "end", "#444444", String.format(Locale.ROOT, "%.0f %%", percent));
        }
        for (double value = least; value <= most * 1.001; value *= 10) {
            double x = x(value, least, most);
            line(svg, x, TOP, x, HEIGHT - BOTTOM);
            text(svg, x, HEIGHT - 10, "middle", "#444444", number(value));
        }
        int legend = LEFT;
        for (int i = 0; i < curves.size(); i++) {
            String color = COLORS.get(i % COLORS.size());
            curve(svg, curves.get(i), color, least, most);
            text(svg, legend, 28, "start", color, "— " + curves.get(i).name());
            legend += 7 * (curves.get(i).name().length() + 4);
        }
        return svg.append("</svg>\n").toString();
    }

    private double bound(boolean smallest) {
        var values = curves.stream().flatMap(curve -> curve.points().stream()).mapToDouble(Point::value);
        return (smallest ? values.min() : values.max()).orElse(1);
    }

    private static void curve(StringBuilder svg, Curve curve, String color, double least, double most) {
        StringBuilder path = new StringBuilder();
        for (Point point : curve.points()) {
            path.append(String.format(
                    Locale.ROOT,
                    "%s%.1f %.1f",
                    path.isEmpty() ? "M" : "L",
                    x(point.value(), least, most),
                    y(point.percent())));
        }
        svg.append("<path d=\"")
                .append(path)
                .append("\" fill=\"none\" stroke=\"")
                .append(color)
                .append("\" stroke-width=\"1.6\"/>\n");
    }

    private static double x(double value, double least, double most) {
        return LEFT + Math.log(value / least) / Math.log(most / least) * (WIDTH - LEFT - RIGHT);
    }

    private static double y(double percent) {
        return HEIGHT - BOTTOM - percent / 100 * (HEIGHT - TOP - BOTTOM);
    }

    private static String number(double value) {
        return value >= 1_000_000
                ? String.format(Locale.ROOT, "%.0fM", value / 1_000_000)
                : value >= 1_000
                        ? String.format(Locale.ROOT, "%.0fk", value / 1_000)
                        : String.format(Locale.ROOT, "%.4g", value).replaceFirst("\\.?0+$", "");
    }

    private static void line(StringBuilder svg, double fromX, double fromY, double toX, double toY) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#e5e5e5\"/>%n",
                fromX,
                fromY,
                toX,
                toY));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String color, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                color,
                Markup.escape(text)));
    }
}
