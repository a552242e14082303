package io.lambdafs.benchmark.web;

import io.lambdafs.benchmark.plot.LineChart;
import io.lambdafs.benchmark.plot.LineChart.Series;
import io.lambdafs.benchmark.plot.Page;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Figure 7 and table 1: the blog under rising load, as a function and as a server, and what both cost. */
public final class WebExperiment {
    private static final List<String> HEADS = List.of(
            "clients",
            "requests/s",
            "p50 ms",
            "p99 ms",
            "failed",
            "ran again %",
            "instances",
            "CPU application",
            "services",
            "clients'",
            "others'");

    private final Path home;
    private final Path data;
    private final Path work;
    private final RisingLoad load;

    /**
     * An experiment that has done nothing.
     *
     * @param home of λFS, where the blog is
     * @param data directory of a stack that runs
     * @param work for its own files
     * @param full whether figures are wanted; else it only shows that it works
     */
    public WebExperiment(Path home, Path data, Path work, boolean full) {
        this.home = home;
        this.data = data;
        this.work = work;
        this.load =
                full ? new RisingLoad(List.of(2, 10, 25, 50, 100, 200, 400), 15) : new RisingLoad(List.of(2, 10), 3);
    }

    /**
     * Runs it, prints its tables, and adds tables and charts to a page.
     *
     * @param json where everything goes as JSON
     * @return targets
     * @throws IOException also if the blog's data differ from the answers that its clients got
     */
    public List<Target> run(Page page, Path json) throws IOException, InterruptedException {
        Path blog = home.resolve("examples").resolve("web").resolve("blog.py");
        List<RisingLoad.Run> runs = new ArrayList<>();
        try (BlogHost function = BlogFunction.deploy(home, data, blog, work.resolve("function"))) {
            runs.add(measure(function, page));
        }
        try (BlogHost server = BlogServer.start(blog, work.resolve("server"))) {
            runs.add(measure(server, page));
        }
        PricingTable prices = PricingTable.of(runs.get(0), runs.get(1));
        show(prices, page);
        WebResults.write(json, load, runs, prices);
        System.out.println("Figures of the blog are in " + json);
        return targets(runs.get(0));
    }

    private RisingLoad.Run measure(BlogHost host, Page page) throws IOException, InterruptedException {
        System.out.println("The blog as a " + host.title() + ", clients that come once a second each");
        RisingLoad.Run run = load.on(host);
        System.out.println("  " + String.join("  ", HEADS));
        List<Page.Row> rows = new ArrayList<>();
        for (Step step : run.steps()) {
            List<String> cells = cells(step);
            System.out.println("  " + String.join("  ", padded(cells)));
            rows.add(new Page.Row("", cells));
        }
        System.out.printf(
                Locale.ROOT,
                "  %d posts and %d comments were acknowledged, each post is there once; SQLite's integrity_check: ok%n",
                run.posts(),
                run.comments());
        run.errors().forEach(error -> System.out.println("  failed: " + error));
        page.heading(2, "The blog as a " + host.title() + " (figure 7)");
        page.table(HEADS, rows);
        charts(run).forEach(page::chart);
        return run;
    }

    private static List<String> cells(Step step) {
        ClientTimeline.Summary seen = step.seen();
        UsageMeter.Used used = step.used();
        return List.of(
                Integer.toString(step.clients()),
                number(seen.perSecond()),
                number(seen.p50Millis()),
                number(seen.p99Millis()),
                Long.toString(seen.failed()),
                number(100 * seen.shareRanAgain()),
                Integer.toString(used.instances()),
                number(used.application()),
                number(used.services()),
                number(used.client()),
                number(used.foreign()));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }

    /** As wide as their heads. */
    private static List<String> padded(List<String> cells) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            all.add(" ".repeat(Math.max(0, HEADS.get(i).length() - cells.get(i).length())) + cells.get(i));
        }
        return all;
    }

    private static List<LineChart> charts(RisingLoad.Run run) {
        return List.of(
                chart(
                        run,
                        "Requests",
                        "a second",
                        false,
                        line(run, "wanted", Step::clients),
                        line(run, "done", step -> step.seen().perSecond())),
                chart(
                        run,
                        "Latency",
                        "ms",
                        true,
                        line(run, "p50", step -> step.seen().p50Millis()),
                        line(run, "p99", step -> step.seen().p99Millis())),
                chart(
                        run,
                        "Instances",
                        "",
                        false,
                        line(run, "instances", step -> step.used().instances())),
                chart(
                        run,
                        "CPU",
                        "cores",
                        false,
                        line(run, "application", step -> step.used().application()),
                        line(run, "services", step -> step.used().services()),
                        line(run, "clients", step -> step.used().client()),
                        line(run, "others", step -> step.used().foreign())));
    }

    private static LineChart chart(RisingLoad.Run run, String what, String unit, boolean logarithmic, Series... lines) {
        return new LineChart(what + ", " + run.title(), unit, logarithmic, List.of(lines), List.of());
    }

    private static Series line(RisingLoad.Run run, String name, ToDoubleFunction<Step> value) {
        return new Series(
                name, run.perSecond().stream().map(value::applyAsDouble).toList());
    }

    private static void show(PricingTable prices, Page page) {
        System.out.println("Prices, dollars for a million requests (table 1)");
        page.heading(2, "Dollars for a million requests (table 1)");
        List<Page.Row> rows = new ArrayList<>();
        for (PricingTable.Row row : prices.rows()) {
            System.out.printf(Locale.ROOT, "  %-56s %12.2f %s%n", row.what(), row.value(), row.unit());
            rows.add(new Page.Row("", List.of(row.what(), number(row.value()) + " " + row.unit())));
        }
        page.table(List.of("what", "price"), rows);
    }

    private static List<Target> targets(RisingLoad.Run function) {
        Step first = function.steps().get(0);
        Step last = function.steps().get(function.steps().size() - 1);
        long failed = function.steps().stream()
                .mapToLong(step -> step.seen().failed())
                .sum();
        return List.of(
                Target.atMost(
                                "blog as a function, few clients, p50",
                                first.seen().p50Millis(),
                                30,
                                "ms")
                        .orBetter(10),
                Target.atMost("blog as a function, requests that failed", (double) failed, 0, ""),
                Target.atLeast(
                        "blog as a function, instances in the last step over the first",
                        (double) last.used().instances() / first.used().instances(),
                        2,
                        ""));
    }
}
