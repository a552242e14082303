package io.lambdafs.benchmark.simulation.figure;

import io.lambdafs.benchmark.plot.LineChart;
import io.lambdafs.benchmark.plot.Page;
import io.lambdafs.benchmark.simulation.model.SimulationResult.Moment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Collects what was simulated, and writes it as comma-separated values, as SVG, and as a page with all of it. For one thread. */
final class FigureFiles {
    private final Path directory;
    private final List<String> points = new ArrayList<>(List.of(Point.COLUMNS));
    private final List<String> seconds = new ArrayList<>(List.of(BurstRun.COLUMNS));
    private final Map<String, Curves> curves = new LinkedHashMap<>();
    private final Map<String, List<BurstRun>> runs = new LinkedHashMap<>();

    FigureFiles(Path directory) {
        this.directory = directory;
    }

    /** A chart of figure 11 or 12 that grows. */
    private static final class Curves {
        private final String title;
        private final Map<String, List<Double>> lines = new LinkedHashMap<>();
        private final List<String> names = new ArrayList<>();

        private Curves(String title) {
            this.title = title;
        }

        private void add(Point point, int size) {
            String name = size(size);
            if (!names.contains(name)) {
                names.add(name);
            }
            lines.computeIfAbsent(point.mode().key(), none -> new ArrayList<>())
                    .add(point.result().perSecond());
        }

        private static String size(int number) {
            return number >= 10_000 ? number / 1_000 + "k" : Integer.toString(number);
        }

        private LineChart chart() {
            return new LineChart(
                    title,
                    "operations/s",
                    true,
                    lines.entrySet().stream()
                            .map(line -> new LineChart.Series(line.getKey(), line.getValue()))
                            .toList(),
                    List.of(),
                    names);
        }
    }

    void add(Point point, int size) {
        points.add(point.csv());
        String key = String.format(
                Locale.ROOT,
                "figure%d-%s-%s-%dx",
                point.figure(),
                point.operation(),
                point.store().key(),
                point.size().factor());
        String title = String.format(
                Locale.ROOT,
                "figure %d: %s by %s, %s, %d ×",
                point.figure(),
                point.operation(),
                point.figure() == 11 ? "clients" : "vCPU",
                point.store().key(),
                point.size().factor());
        curves.computeIfAbsent(key, none -> new Curves(title)).add(point, size);
    }

    void add(BurstRun run) {
        seconds.addAll(run.csv());
        runs.computeIfAbsent(
                        String.format(
                                Locale.ROOT,
                                "figure8-%.0fk-%s-%dx",
                                run.base() / 1_000,
                                run.store().key(),
                                run.factor()),
                        none -> new ArrayList<>())
                .add(run);
    }

    /** Writes everything. */
    void write() throws IOException {
        Files.createDirectories(directory);
        Page page = new Page("Simulated figures of the λFS paper");
        page.paragraph(
                "Nothing here was measured: it is simulated, with parameters of which some were measured. docs/simulation.md tells how"
                        + " far that can be believed.");
        for (Map.Entry<String, List<BurstRun>> each : runs.entrySet()) {
            draw(page, each.getKey(), throughput(each.getKey(), each.getValue()));
            draw(page, each.getKey() + "-instances", instances(each.getKey(), each.getValue()));
        }
        for (Map.Entry<String, Curves> each : curves.entrySet()) {
            draw(page, each.getKey(), each.getValue().chart());
        }
        if (points.size() > 1) {
            Files.write(directory.resolve("points.csv"), points);
        }
        if (seconds.size() > 1) {
            Files.write(directory.resolve("figure8.csv"), seconds);
        }
        Files.writeString(directory.resolve("index.html"), page.html());
    }

    private void draw(Page page, String name, LineChart chart) throws IOException {
        page.chart(chart);
        Files.writeString(directory.resolve(name + ".svg"), chart.svg());
    }

    private static LineChart throughput(String name, List<BurstRun> lines) {
        List<LineChart.Series> series = new ArrayList<>();
        series.add(new LineChart.Series(
                "offered",
                lines.get(0).result().moments().stream().map(Moment::offered).toList()));
        for (BurstRun run : lines) {
            series.add(new LineChart.Series(
                    run.system(),
                    run.result().moments().stream().map(Moment::completed).toList()));
        }
        return new LineChart(name + ": operations", "1/s", false, series, List.of());
    }

    private static LineChart instances(String name, List<BurstRun> lines) {
        return new LineChart(
                name + ": NameNodes",
                "",
                false,
                lines.stream()
                        .map(run -> new LineChart.Series(
                                run.system(),
                                run.result().moments().stream()
                                        .map(moment -> (double) moment.instances())
                                        .toList()))
                        .toList(),
                List.of());
    }
}
