package io.lambdafs.benchmark.plot;

import java.util.ArrayList;
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
 * @param names of the values, from left to right; none if they are of moments
 * @param every how many seconds are between two values
 */
public record LineChart(
        String title,
        String unit,
        boolean logarithmic,
        List<Series> series,
        List<Mark> marks,
        List<String> names,
        double every) {
    private static final int WIDTH = 560;
    private static final int BELOW_LEGEND = 176;
    private static final int LEFT = 64;
    private static final int RIGHT = 12;
    private static final int LEGEND = 28;
    private static final int LEGEND_ROW = 14;
    private static final int BOTTOM = 28;
    private static final int TICKS = 4;
    private static final int FEW_DECADES = 2;
    private static final double EPSILON = 1e-9;
    private static final int MOST_SECONDS = 9;
    private static final double THIN = 1.4;
    private static final double MORE_BELOW = 0.7;
    private static final List<String> COLORS =
            List.of("#1f77b4", "#d62728", "#2ca02c", "#ff7f0e", "#9467bd", "#8c564b", "#7f7f7f");

    public LineChart {
        series = List.copyOf(series);
        marks = List.copyOf(marks);
        names = List.copyOf(names);
        if (series.isEmpty()) {
            throw new IllegalArgumentException("a chart has at least one line");
        }
        if (!(every > 0)) {
            throw new IllegalArgumentException("values are some seconds apart, not " + every);
        }
    }

    /** A chart over names, or over seconds if there are none. */
    public LineChart(
            String title, String unit, boolean logarithmic, List<Series> series, List<Mark> marks, List<String> names) {
        this(title, unit, logarithmic, series, marks, names, 1);
    }

    /** A chart over seconds. */
    public LineChart(String title, String unit, boolean logarithmic, List<Series> series, List<Mark> marks) {
        this(title, unit, logarithmic, series, marks, List.of());
    }

    /** The same with values that are so many seconds apart. */
    public LineChart every(double seconds) {
        return new LineChart(title, unit, logarithmic, series, marks, names, seconds);
    }

    /** A line: its values at second 0, 1, 2, …, or of the first name, the second, … */
    public record Series(String name, List<Double> values) {
        public Series {
            values = List.copyOf(values);
        }
    }

    /** A moment, in seconds, at which something happened. */
    public record Mark(double second, String what) {}

    /** Where values are on the paper: the drawing is between two heights. */
    private record Scale(double least, double most, boolean logarithmic, int top, int bottom) {
        double y(double value) {
            double share =
                    logarithmic ? Math.log(value / least) / Math.log(most / least) : (value - least) / (most - least);
            return bottom - share * (bottom - top);
        }

        /** Values with short names: equal steps, or on a logarithmic scale powers of ten, with their double and fivefold if they are few. */
        List<Double> ticks() {
            List<Double> ticks = new ArrayList<>();
            if (!logarithmic) {
                for (int i = 0; i <= TICKS; i++) {
                    ticks.add(least + (double) i / TICKS * (most - least));
                }
                return ticks;
            }
            int last = (int) Math.round(Math.log10(most));
            int first = (int) Math.floor(Math.log10(least) + EPSILON);
            List<Integer> factors = last - first <= FEW_DECADES ? List.of(1, 2, 5) : List.of(1);
            for (int decade = first; decade <= last; decade++) {
                for (int factor : factors) {
                    double value = factor * Math.pow(10, decade);
                    if (value >= least * (1 - EPSILON) && value <= most * (1 + EPSILON)) {
                        ticks.add(value);
                    }
                }
            }
            return ticks;
        }
    }

    /** The SVG element, which can stand in a page or, with its name space, in a file. */
    public String svg() {
        StringBuilder legend = new StringBuilder();
        double seconds = every
                * Math.max(
                        1,
                        series.stream()
                                        .mapToInt(line -> line.values().size())
                                        .max()
                                        .orElse(1)
                                - 1);
        List<MarkLabels.Label> labels = new MarkLabels(LEFT - 4, WIDTH).of(marks, mark -> x(mark.second(), seconds));
        int rows = 1 + labels.stream().mapToInt(MarkLabels.Label::row).max().orElse(0);
        int top = legend(legend) + rows * LEGEND_ROW + 2;
        int height = top + BELOW_LEGEND;
        Scale scale = scale(top, height - BOTTOM);
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"11\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                WIDTH,
                height,
                WIDTH,
                height));
        text(svg, LEFT, 14, "start", "#000000", title + (unit.isEmpty() ? "" : " [" + unit + "]"));
        axes(svg, scale, seconds);
        for (Mark mark : marks) {
            double x = x(mark.second(), seconds);
            line(svg, new double[] {x, top, x, scale.bottom()}, "#bbbbbb", "4 3");
        }
        for (MarkLabels.Label label : labels) {
            double y = top - 4.0 - label.row() * LEGEND_ROW;
            text(svg, label.x(), y, label.anchor(), "#666666", label.text());
        }
        for (int i = 0; i < series.size(); i++) {
            lines(svg, i, scale, seconds);
        }
        return svg.append(legend).append("</svg>\n").toString();
    }

    /** Writes the names of the lines, in as many rows as they need; returns the height of the last one. */
    private int legend(StringBuilder svg) {
        int x = LEFT;
        int y = LEGEND;
        for (int i = 0; i < series.size(); i++) {
            int width = MarkLabels.LETTER * (series.get(i).name().length() + 4);
            if (x > LEFT && x + width > WIDTH) {
                x = LEFT;
                y += LEGEND_ROW;
            }
            text(svg, x, y, "start", color(i), "— " + series.get(i).name());
            x += width;
        }
        return y;
    }

    private static String color(int line) {
        return COLORS.get(line % COLORS.size());
    }

    private void axes(StringBuilder svg, Scale scale, double seconds) {
        for (double value : scale.ticks()) {
            double y = scale.y(value);
            line(svg, new double[] {LEFT, y, WIDTH - RIGHT, y}, "#e5e5e5", "");
            text(svg, LEFT - 6, y + 4, "end", "#444444", number(value));
        }
        int labels = scale.bottom() + 18;
        for (int i = 0; i < names.size(); i++) {
            text(svg, x(i, seconds), labels, "middle", "#444444", names.get(i));
        }
        double step = step(seconds);
        for (int i = 0; names.isEmpty() && i * step <= seconds * (1 + EPSILON); i++) {
            String second = String.format(Locale.ROOT, step < 1 ? "%.1f s" : "%.0f s", i * step);
            text(svg, x(i * step, seconds), labels, "middle", "#444444", second);
        }
    }

    /** How many seconds are between two that are named. */
    private double step(double seconds) {
        for (double unit = every < 1 ? 0.1 : 1; ; unit *= 10) {
            for (int factor : new int[] {1, 2, 5}) {
                if (seconds <= factor * unit * MOST_SECONDS) {
                    return factor * unit;
                }
            }
        }
    }

    private void lines(StringBuilder svg, int number, Scale scale, double seconds) {
        Series line = series.get(number);
        StringBuilder path = new StringBuilder();
        boolean pen = false;
        for (int i = 0; i < line.values().size(); i++) {
            double value = line.values().get(i);
            if (Double.isFinite(value) && (!scale.logarithmic() || value > 0)) {
                path.append(String.format(
                        Locale.ROOT,
                        "%s%.1f %.1f",
                        pen ? "L" : "M",
                        x(names.isEmpty() ? i * every : i, seconds),
                        scale.y(value)));
                pen = true;
            } else {
                pen = false;
            }
        }
        svg.append("<path d=\"")
                .append(path)
                .append("\" fill=\"none\" stroke=\"")
                .append(color(number))
                // The first are wider, so that they can be seen below others with the same values.
                .append(String.format(
                        Locale.ROOT, "\" stroke-width=\"%.1f\"/>%n", THIN + MORE_BELOW * (series.size() - 1 - number)));
    }

    private Scale scale(int top, int bottom) {
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
            return new Scale(logarithmic ? 0.1 : 0, 1, logarithmic, top, bottom);
        }
        return logarithmic
                ? new Scale(
                        Math.pow(10, Math.floor(Math.log10(least))),
                        Math.pow(10, Math.floor(Math.log10(most)) + 1),
                        true,
                        top,
                        bottom)
                : new Scale(0, round(most), false, top, bottom);
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

    /** Names have room on both sides. */
    private double x(double second, double seconds) {
        double share = names.isEmpty() ? second / seconds : (second + 0.5) / names.size();
        return LEFT + share * (WIDTH - LEFT - RIGHT);
    }

    private static String number(double value) {
        if (value >= 1_000_000) {
            return String.format(Locale.ROOT, "%.0fM", value / 1_000_000);
        }
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
