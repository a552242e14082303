package io.lambdafs.benchmark.harness.comparison;

import io.lambdafs.benchmark.plot.BarChart;
import io.lambdafs.benchmark.plot.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files of a comparison: {@code rounds.csv} with every round, {@code ratios.csv} and {@code report.html}. */
public final class ComparisonReport {
    private static final String NOTHING = "–";

    private ComparisonReport() {}

    /** Writes them. */
    public static void write(Path directory, ComparisonResult result) throws IOException {
        Files.createDirectories(directory);
        Files.write(directory.resolve("rounds.csv"), csv(roundHeads(), rounds(result)));
        Files.write(directory.resolve("ratios.csv"), csv(RATIO_HEADS, ratios(result)));
        Files.writeString(directory.resolve("report.html"), page(result));
    }

    private static final List<String> RATIO_HEADS =
            List.of("system", "figure", "median ratio", "least", "most", "95 % from", "95 % to", "difference");

    /** What is said of the ratios, in lines for people. */
    public static List<String> lines(ComparisonResult result) {
        List<String> lines = new ArrayList<>();
        for (List<String> row : ratios(result)) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%s: %s %s times that of %s (%s to %s)%s",
                    row.get(0),
                    row.get(1),
                    row.get(2),
                    result.systems().get(0),
                    row.get(3),
                    row.get(4),
                    row.get(7).equals("yes") ? "" : "; that is no difference that these rounds show"));
        }
        result.remarks().forEach(remark -> lines.add("NOT WELL: " + remark.text()));
        return lines;
    }

    private static List<String> roundHeads() {
        return Stream.concat(
                        Stream.of("round", "position", "system"),
                        Figure.ALL.stream().map(Figure::name))
                .toList();
    }

    private static List<List<String>> rounds(ComparisonResult result) {
        return result.runs().stream()
                .map(run -> Stream.concat(
                                Stream.of(
                                        Integer.toString(run.round()), Integer.toString(run.position()), run.system()),
                                Figure.ALL.stream()
                                        .map(figure -> number(figure.of().applyAsDouble(run.result()))))
                        .toList())
                .toList();
    }

    private static List<List<String>> ratios(ComparisonResult result) {
        List<List<String>> rows = new ArrayList<>();
        for (String system : result.systems().subList(1, result.systems().size())) {
            for (Figure figure : Figure.ALL) {
                Optional<Ratio> ratio = result.ratio(system, figure);
                ratio.ifPresent(known -> rows.add(List.of(
                        system,
                        figure.name(),
                        number(known.median()),
                        number(known.least()),
                        number(known.most()),
                        number(known.from()),
                        number(known.to()),
                        known.isDifference() ? "yes" : "not shown")));
            }
        }
        return rows;
    }

    private static String page(ComparisonResult result) {
        Page page = new Page("lambdafs-bench: a comparison of " + String.join(", ", result.systems()));
        page.paragraph(
                "All systems performed the same operations. Each round has all of them, in an order that differs from round to round. Ratios"
                        + " are of the same round. A difference is claimed only if the interval, in which the median lies with 95 %, excludes 1;"
                        + " that takes five rounds.");
        if (!result.remarks().isEmpty()) {
            page.table(
                    List.of("status", "what is not well"),
                    result.remarks().stream()
                            .map(remark ->
                                    new Page.Row("missed", List.of(Integer.toString(remark.status()), remark.text())))
                            .toList());
        }
        page.heading(2, "Beside " + result.systems().get(0));
        page.table(RATIO_HEADS, plain(ratios(result)));
        page.heading(2, "Medians");
        for (Figure figure : Figure.ALL) {
            List<BarChart.Bar> bars = result.systems().stream()
                    .map(system -> new BarChart.Bar(system, result.median(system, figure)))
                    .filter(bar -> Double.isFinite(bar.value()))
                    .toList();
            if (!bars.isEmpty()) {
                page.chart(new BarChart(figure.name(), "", false, bars));
            }
        }
        page.heading(2, "All rounds that count");
        page.table(roundHeads(), plain(rounds(result)));
        return page.standalone();
    }

    private static List<Page.Row> plain(List<List<String>> rows) {
        return rows.stream().map(row -> new Page.Row("", row)).toList();
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return NOTHING;
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : "%.3f", value);
    }

    private static List<String> csv(List<String> heads, List<List<String>> rows) {
        return Stream.concat(Stream.of(heads), rows.stream())
                .map(row -> row.stream()
                        .map(cell -> cell.equals(NOTHING) ? "" : cell.contains(",") ? '"' + cell + '"' : cell)
                        .collect(Collectors.joining(",")))
                .toList();
    }
}
