package io.lambdafs.benchmark.plot;

import java.util.List;
import java.util.Locale;

/**
 * Lines over seconds or over names, as an SVG element. Values that are no numbers leave a gap; on a logarithmic scale so do those that are not above 0.
 *
 * @param title above it
 * @param unit of the values
 * @param logarithmic whether equal distances are equal ratios
 * @param series at least one, with a value for each second or name
 * @param marks moments that are marked
 * @param names of the values, from left to right; none if they are seconds
 */
public record LineChart(
        String title, String unit, boolean logarithmic, List<Series> series, List<Mark> marks, List<String> names) {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 220;
    private static final int LEFT = 64;
    private static final int RIGHT = 12;
    private static final int TOP = 44;
    private static final int BOTTOM = 28;
    private static final int TICKS = 4;
    private static final List<String> COLORS =
            List.of("#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#7f7f7f");

    public LineChart {
        series = List.copyOf(series);
        marks = List.copyOf(marks);
        names = List.copyOf(names);
        if (series.isEmpty()) {
            throw new IllegalArgumentException("a chart has at least one line");
        }
    }

    /** A chart over seconds. */
    public LineChart(String title, String unit, boolean logarithmic, List<Series> series, List<Mark> marks) {
        this(title, unit, logarithmic, series, marks, List.of());
    }

    /** A line: its values at second 0, 1, 2, …, or of the first name, the second, … */
    public record Series(String name, List<Double> values) {
        public Series {
            values = List.copyOf(values);
        }
    }

    /** A moment, in seconds, at which something happened. */
    public record Mark(double second, String what) {}

    /** Where values are on the paper. */
    private record Scale(double least, double most, boolean logarithmic) {
        double y(double value) {
            double share =
                    logarithmic ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
            return HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM);
        }
    }

    /** The SVG element, which can stand in a page or, with its name space, in a file. */
    public String svg() {
        Scale scale = scale();
        int seconds = Math.max(
                1, series.stream().mapToInt(line -> line.values().size()).max().orElse(1) - 1);
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"11\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                WIDTH,
                HEIGHT,
                WIDTH,
                HEIGHT));
        text(svg, LEFT, 14, "start", "#000000", title + (unit.isEmpty() ? "" : " [" + unit + "]"));
        axes(svg, scale, seconds);
        for (Mark mark : marks) {
            double x = x(mark.second(), seconds);
            line(svg, new double[] {x, TOP, x, HEIGHT - BOTTOM}, "#bbbbbb", "4 3");
            text(svg, x, TOP - 4, "middle", "#666666", mark.what());
        }
        int legend = LEFT;
        for (int i = 0; i < series.size(); i++) {
            String color = COLORS.get(i % COLORS.size());
            lines(svg, series.get(i), scale, seconds, color);
            text(svg, legend, 28, "start", color, "— " + series.get(i).name());
            legend += 7 * (series.get(i).name().length() + 4);
        }
        return svg.append("</svg>\n").toString();
    }

    private void axes(StringBuilder svg, Scale scale, int seconds) {
        for (int i = 0; i <= TICKS; i++) {
            double share = (double) i / TICKS;
            double value = logarithmic
                    ? scale.least() * Math.pow(scale.most() / scale.least(), share)
                    : scale.least() + share * (scale.most() - scale.least());
            double y = scale.y(value);
            line(svg, new double[] {LEFT, y, WIDTH - RIGHT, y}, "#e5e5e5", "");
            text(svg, LEFT - 6, y + 4, "end", "#444444", number(value));
            double second = share * seconds;
            if (names.isEmpty()) {
                text(svg, x(second, seconds), HEIGHT - 10, "middle", "#444444", number(second) + " s");
            }
        }
        for (int i = 0; i < names.size(); i++) {
            text(svg, x(i, seconds), HEIGHT - 10, "middle", "#444444", names.get(i));
        }
    }

    private static void lines(StringBuilder svg, Series line, Scale scale, int seconds, String color) {
        StringBuilder path = new StringBuilder();
        boolean pen = false;
        for (int i = 0; i < line.values().size(); i++) {
            double value = line.values().get(i);
            if (Double.isFinite(value) && (!scale.logarithmic() || value > 0)) {
                path.append(String.format(Locale.ROOT, "%s%.1f %.1f", pen ? "L" : "M", x(i, seconds), scale.y(value)));
                pen = true;
            } else {
                pen = false;
            }
        }
        svg.append("<path d=\"")
                .append(path)
                .append("\" fill=\"none\" stroke=\"")
                .append(color)
                .append("\" stroke-width=\"1.6\"/>\n");
    }

    private Scale scale() {
        double most = 0;
        double least = Double.MAX_VALUE;
        for (Series line : series) {
            for (double value : line.values()) {
                if (Double.isFinite(value) && value > 0) {
                    most = Math.max(most, value);
                    least = Math.min(least, value);
                }
            }
        }
        if (most == 0) {
            return new Scale(logarithmic ? 0.1 : 0, 1, logarithmic);
        }
        return logarithmic
                ? new Scale(
                        Math.pow(10, Math.floor(Math.log10(least))),
                        Math.pow(10, Math.floor(Math.log10(most)) + 1),
                        true)
                : new Scale(0, round(most), false);
    }

    /** The next number above that has a short name in quarters. */
    private static double round(double most) {
        double unit = Math.pow(10, Math.floor(Math.log10(most)));
        for (double factor : new double[] {1, 2, 4, 6, 8}) {
            if (factor * unit >= most) {
                return factor * unit;
            }
        }
        return 10 * unit;
    }

    private static double x(double second, int seconds) {
        return LEFT + second / seconds * (WIDTH - LEFT - RIGHT);
    }

    private static String number(double value) {
        if (value >= 10_000) {
            return String.format(Locale.ROOT, "%.0fk", value / 1_000);
        }
        if (value >= 10 || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, value >= 0.01 ? "%.2f" : "%.1e", value);
    }

    private static void line(StringBuilder svg, double[] ends, String color, String dashes) {
        svg.append(String.format(
                Locale.ROOT,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"%s/>%n",
                ends[0],
                ends[1],
                ends[2],
                ends[3],
                color,
                dashes.isEmpty() ? "" : " stroke-dasharray=\"" + dashes + "\""));
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
