package io.lambdafs.gateway.console;

import io.lambdafs.metrics.Change;
import io.lambdafs.metrics.Sample;
import io.lambdafs.metrics.Samples;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A row for each function: what its instances do together. */
final class FunctionTable {
    private static final String OPERATIONS = "lambdafs_operations_total";
    private static final String DURATIONS = "lambdafs_operation_duration_seconds";
    private static final String INSTANCES = "lambdafs_platform_instances";
    private static final double MEDIAN = 0.5;

    private FunctionTable() {}

    static void add(History.Latest latest, Html page) {
        Samples now = latest.samples();
        List<String> deployments = now.of(INSTANCES).stream()
                .map(sample -> sample.label("deployment"))
                .distinct()
                .toList();
        if (deployments.isEmpty()) {
            page.element("p", "No function has an instance. The next call starts one.");
            return;
        }
        page.table(
                "function",
                "#instances",
                "#paused",
                "#TCP",
                "#operations/s",
                "#median",
                "#from the cache",
                "#rounds/s",
                "#cores");
        for (String deployment : deployments) {
            Predicate<Sample> own = sample -> sample.label("deployment").equals(deployment);
            double all = now.sum(INSTANCES, own);
            double paused =
                    now.sum(INSTANCES, own.and(sample -> sample.label("state").equals("paused")));
            Optional<Change> change = latest.change();
            page.row(
                    deployment,
                    ReadableText.count(all),
                    ReadableText.count(paused),
                    ReadableText.count(now.sum("lambdafs_tcp_connections", own)),
                    ReadableText.number(rate(change, OPERATIONS, own)),
                    ReadableText.millis(change.map(made -> made.quantile(MEDIAN, DURATIONS, own))
                            .orElse(Double.NaN)),
                    hits(now, own),
                    ReadableText.number(rate(change, "lambdafs_rounds_total", own)),
                    ReadableText.number(rate(change, "lambdafs_instance_cpu_seconds_total", own)));
        }
        page.endTable();
        page.element(
                "p",
                ReadableText.count(now.sum("lambdafs_platform_cold_starts_total")) + " cold starts so far, "
                        + ReadableText.count(now.sum("lambdafs_platform_queued_calls"))
                        + " calls waiting for an instance, "
                        + ReadableText.bytes(now.sum("lambdafs_platform_memory_bytes")) + " of "
                        + ReadableText.bytes(now.sum("lambdafs_platform_memory_limit_bytes")) + " of memory given out.",
                "class",
                "note");
    }

    /** The share of reads since the instances' start that the cache answered. */
    static String hits(Samples samples, Predicate<Sample> own) {
        double hits = samples.sum("lambdafs_cache_hits_total", own);
        return ReadableText.percent(hits, hits + samples.sum("lambdafs_cache_misses_total", own));
    }

    private static double rate(Optional<Change> change, String counter, Predicate<Sample> own) {
        return change.map(made -> made.perSecond(counter, own)).orElse(Double.NaN);
    }
}
