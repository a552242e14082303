package io.lambdafs.gateway.console;

import io.lambdafs.metrics.Change;
import io.lambdafs.metrics.Sample;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.servlet.http.HttpServletRequest;

/** Operations and their latencies in the last hour, and by method now. */
public final class LoadServlet extends PageServlet {
    private static final long serialVersionUID = 1L;

    private static final String OPERATIONS = "lambdafs_operations_total";
    private static final String DURATIONS = "lambdafs_operation_duration_seconds";
    private static final double MEDIAN = 0.5;
    private static final double TAIL = 0.99;

    private static final Chart RATES = new Chart(
            "Operations per second",
            List.of(
                    new Chart.Line("reads", "first", Reading::readsPerSecond),
                    new Chart.Line("writes", "second", Reading::writesPerSecond)));
    private static final Chart MEDIANS = new Chart(
            "Median latency",
            List.of(
                    new Chart.Line("reads", "first", Reading::readMedian),
                    new Chart.Line("writes", "second", Reading::writeMedian)));
    private static final Chart TAILS = new Chart(
            "Latency, 99th percentile",
            List.of(
                    new Chart.Line("reads", "first", Reading::readTail),
                    new Chart.Line("writes", "second", Reading::writeTail)));
    private static final Chart INSTANCES =
            new Chart("Instances", List.of(new Chart.Line("all functions", "first", Reading::instances)));

    public LoadServlet() {
        super("Load", true);
    }

    @Override
    Html content(HttpServletRequest request) {
        Html page = new Html();
        if (!console().trouble().isEmpty()) {
            page.element("p", console().trouble(), "class", "bad");
        }
        console().history().ifPresent(view -> show(view, page));
        return page;
    }

    private static void show(History.View view, Html page) {
        long now = System.currentTimeMillis();
        page.open("div", "class", "charts");
        RATES.draw(view.readings(), now, ReadableText::number, page);
        MEDIANS.draw(view.readings(), now, ReadableText::millis, page);
        TAILS.draw(view.readings(), now, ReadableText::millis, page);
        INSTANCES.draw(view.readings(), now, ReadableText::number, page);
        page.close("div");
        page.element("h2", "By method, since the reading before");
        view.latest().flatMap(History.Latest::change).ifPresent(change -> methods(change, page));
        page.element(
                "p",
                "The gateway reads every " + Watch.SECONDS_WATCHED
                        + " seconds while somebody looks, and about once a minute otherwise. A latency lies in a bucket that is twice"
                        + " as wide as the one before, so it is an estimate.",
                "class",
                "note");
    }

    private static void methods(Change change, Html page) {
        TreeSet<String> methods = change.of(OPERATIONS).stream()
                .filter(sample -> sample.value() > 0)
                .map(sample -> sample.label("method"))
                .collect(Collectors.toCollection(TreeSet::new));
        if (methods.isEmpty()) {
            page.element("p", "No operation was carried out.");
            return;
        }
        page.table("method", "#operations/s", "#failures/s", "#median", "#99th percentile");
        for (String method : methods) {
            Predicate<Sample> own = sample -> sample.label("method").equals(method);
            page.row(
                    method,
                    ReadableText.number(change.perSecond(OPERATIONS, own)),
                    ReadableText.number(change.perSecond(
                            OPERATIONS,
                            own.and(sample -> !sample.label("outcome").equals("success")))),
                    ReadableText.millis(change.quantile(MEDIAN, DURATIONS, own)),
                    ReadableText.millis(change.quantile(TAIL, DURATIONS, own)));
        }
        page.endTable();
    }
}
