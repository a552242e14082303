package io.lambdafs.benchmark.plot;

import java.util.List;
import java.util.Locale;

/**
 * Bars with their values beside them, as an SVG element.
 *
 * @param title above them
 * @param unit of the values
 * @param logarithmic whether equal distances are equal ratios; the shortest bar is then a tenth of the smallest value's power of ten away
 * @param bars at least one
 */
public record BarChart(String title, String unit, boolean logarithmic, List<Bar> bars) {
    private static final int WIDTH = 560;
    private static final int TOP = 30;
    private static final int ROW = 24;
    private static final int BAR = 16;
    private static final int LEFT = 230;
    private static final int RIGHT = 90;

    public BarChart {
        bars = List.copyOf(bars);
        if (bars.isEmpty()) {
            throw new IllegalArgumentException("a chart has at least one bar");
        }
    }

    /** A bar. Its value is not negative. */
    public record Bar(String name, double value) {}

    /** The SVG element, which can stand in a page or, with its name space, in a file. */
    public String svg() {
        int height = TOP + ROW * bars.size() + 8;
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                        + " font-family=\"sans-serif\" font-size=\"11\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>%n",
                WIDTH,
                height,
                WIDTH,
                height));
        text(svg, new double[] {8, 16}, "start", title + (unit.isEmpty() ? "" : " [" + unit + "]"));
        for (int i = 0; i < bars.size(); i++) {
            double y = TOP + (double) ROW * i;
            double length = share(bars.get(i).value()) * (WIDTH - LEFT - RIGHT);
            text(svg, new double[] {LEFT - 8, y + 12}, "end", bars.get(i).name());
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"#1f77b4\"/>%n",
                    LEFT,
                    y,
                    length,
                    BAR));
            text(
                    svg,
                    new double[] {LEFT + length + 6, y + 12},
                    "start",
                    number(bars.get(i).value()));
        }
        return svg.append("</svg>\n").toString();
    }

    /** How long a bar is, as a part of the longest. */
    private double share(double value) {
        double most = bars.stream().mapToDouble(Bar::value).max().orElse(0);
        if (value <= 0 || most <= 0) {
            return 0;
        }
        if (!logarithmic) {
            return value / most;
        }
        double least = bars.stream()
                .mapToDouble(Bar::value)
                .filter(each -> each > 0)
                .min()
                .orElse(most);
        double origin = Math.pow(10, Math.floor(Math.log10(least)) - 1);
        return Math.log(value / origin) / Math.log(most / origin);
    }

    private static String number(double value) {
        if (value >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, value >= 1 ? "%.1f" : "%.3f", value);
    }

    private static void text(StringBuilder svg, double[] at, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n",
                at[0],
                at[1],
                anchor,
                Markup.escape(text)));
    }
}
