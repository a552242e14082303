package io.lambdafs.gateway.console;

import io.lambdafs.metrics.Sample;
import io.lambdafs.metrics.Samples;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import javax.servlet.http.HttpServletRequest;

/** The functions and their instances, what happened to them, and what they would cost. */
public final class FunctionsServlet extends PageServlet {
    private static final long serialVersionUID = 1L;

    private static final String STARTED = "lambdafs_instance_start_time_seconds";
    private static final int MAX_INSTANCES = 500;
    private static final double MILLIS = 1_000;

    public FunctionsServlet() {
        super("Functions", true);
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
        Optional<History.Latest> latest = view.latest();
        latest.ifPresent(reading -> {
            FunctionTable.add(reading, page);
            page.element("h2", "Instances");
            instances(reading.samples(), page);
        });
        cost(view, page);
        page.element("h2", "Events");
        if (view.events().isEmpty()) {
            page.element("p", "Nothing has happened since this gateway has started.");
        } else {
            page.table("seen at", "what");
            view.events().forEach(event -> page.row(ReadableText.time(event.atMillis()), event.what()));
            page.endTable();
        }
    }

    private static void cost(History.View view, Html page) {
        page.element("h2", "Cost at AWS Lambda's prices").cards();
        page.card("US dollars", String.format(Locale.ROOT, "%.6f", view.cost().dollars()));
        page.card("gigabyte-seconds", ReadableText.number(view.cost().gigabyteSeconds()));
        page.card("calls by HTTP", ReadableText.count(view.cost().calls())).close("ul");
        page.element(
                "p",
                "Since " + ReadableText.time(view.sinceMillis()) + ". Instances that wait for calls are in it.",
                "class",
                "note");
    }

    private static void instances(Samples samples, Html page) {
        page.table(
                "function",
                "instance",
                "started",
                "#operations",
                "#TCP",
                "lease",
                "#cache entries",
                "#cache",
                "#from the cache",
                "#heap",
                "#CPU s");
        samples.of(STARTED).stream().limit(MAX_INSTANCES).forEach(instance -> {
            String id = instance.label("instance_id");
            Predicate<Sample> own = sample -> sample.label("instance_id").equals(id);
            boolean leased = samples.sum("lambdafs_lease_valid", own) > 0;
            page.openRow().cell(instance.label("deployment")).cell(id);
            page.cell(ReadableText.time((long) (instance.value() * MILLIS)));
            page.cell(ReadableText.count(samples.sum("lambdafs_operations_total", own)));
            page.cell(ReadableText.count(samples.sum("lambdafs_tcp_connections", own)));
            page.openCell().element("span", leased ? "valid" : "none", "class", leased ? "state" : "state calm");
            page.close("td").cell(ReadableText.count(samples.sum("lambdafs_cache_entries", own)));
            page.cell(ReadableText.bytes(samples.sum("lambdafs_cache_bytes", own)));
            page.cell(FunctionTable.hits(samples, own));
            page.cell(ReadableText.bytes(samples.sum("lambdafs_heap_used_bytes", own)));
            page.cell(ReadableText.number(samples.sum("lambdafs_instance_cpu_seconds_total", own)));
            page.closeRow();
        });
        page.endTable();
    }
}
