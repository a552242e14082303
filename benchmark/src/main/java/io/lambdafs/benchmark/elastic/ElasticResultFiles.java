package io.lambdafs.benchmark.elastic;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.benchmark.cost.Cost;
import io.lambdafs.benchmark.plot.LineChart;
import io.lambdafs.benchmark.plot.Page;
import io.lambdafs.benchmark.stack.ServerSecond;
import io.lambdafs.benchmark.verdict.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes results: a timeline for each run as comma-separated values, everything as JSON, the plots, and a page with all of it. */
final class ElasticResultFiles {
    private static final String COLUMNS =
            "second,due,started,completed,failed,backlog,p50_ms,p99_ms,instances,starting,paused,working,"
                    + "cold_starts,scale_outs,evictions,queued,http,tcp,http_share,resubmissions,hedges,scale_out_calls,stragglers,"
                    + "over_commitments,instances_cpu_ms,store_cpu_ms,coordinator_cpu_ms,platform_cpu_ms,client_cpu_ms,foreign_cpu_ms,"
                    + "pay_per_use_usd,provisioned_usd";
    private static final String COST_NOTE =
            "Cost is that of the instances at AWS Lambda's prices. Pay per use: seconds in which an instance used CPU for "
                    + Cost.WORKING_MILLIS
                    + " ms or more, and a fee for each call by HTTP. Provisioned: all seconds in which it was"
                    + " there and not paused. An instance is priced by its memory, or by the memory that comes with its CPU if that is"
                    + " more (1769 MB for a core).";

    private final ElasticOptions options;

    ElasticResultFiles(ElasticOptions options) {
        this.options = options;
    }

    /** Writes all outcomes so far, over what was written before. */
    void write(List<Outcome> outcomes) throws IOException {
        Files.createDirectories(options.out());
        Page page = new Page("Elasticity");
        page.paragraph("Instances of " + options.cpuMillis() + " millicores on "
                + Runtime.getRuntime().availableProcessors()
                + " cores. Latencies count from when an operation was due. "
                + COST_NOTE);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("schema", 1).put("cpuMillis", options.cpuMillis()).put("seconds", options.seconds());
        ArrayNode experiments = json.putArray("experiments");
        for (Outcome outcome : outcomes) {
            describe(page, outcome);
            describe(experiments.addObject(), outcome);
            for (Run run : outcome.runs()) {
                Files.write(options.out().resolve(run.name() + ".csv"), csv(run));
                for (Map.Entry<String, LineChart> chart : RunCharts.of(run).entrySet()) {
                    Path file = options.out().resolve(run.name() + "-" + chart.getKey() + ".svg");
                    Files.writeString(file, chart.getValue().svg());
                }
            }
        }
        Files.writeString(options.out().resolve("index.html"), page.html());
        new ObjectMapper()
                .writerWithDefaultPrettyPrinter()
                .writeValue(options.out().resolve("run.json").toFile(), json);
    }

    private static void describe(Page page, Outcome outcome) {
        page.heading(2, outcome.name() + ": " + outcome.title());
        page.table(
                List.of("figure", "value", "must", "verdict"),
                outcome.targets().stream()
                        .map(target -> new Page.Row(
                                target.isMet() ? "met" : "missed",
                                List.of(
                                        target.what(),
                                        number(target.value()) + " " + target.unit(),
                                        (target.atMost() ? "≤ " : "≥ ") + number(target.target()),
                                        target.isMet() ? "met" : "missed")))
                        .toList());
        outcome.notes().forEach(page::paragraph);
        for (Run run : outcome.runs()) {
            page.heading(3, run.name());
            page.paragraph(String.format(
                    Locale.ROOT,
                    "%s. Due %d, done %d, failed %d; p50 %.1f ms, p99 %.1f ms, p99.9 %.1f ms. Instances at most %.0f. Cost: %.2f µ$ pay per"
                            + " use, %.2f µ$ provisioned. Other processes of the machine used %.0f millicores.",
                    run.load(),
                    run.summary().due(),
                    run.summary().completed(),
                    run.summary().failed(),
                    run.summary().p50Micros() / 1e3,
                    run.summary().p99Micros() / 1e3,
                    run.summary().p999Micros() / 1e3,
                    run.most(row -> row.server().present()),
                    run.dollarsPayPerUse() * 1e6,
                    run.dollarsProvisioned() * 1e6,
                    run.foreignCpuMillis()));
            RunCharts.of(run).values().forEach(page::chart);
        }
    }

    private static void describe(ObjectNode json, Outcome outcome) {
        json.put("name", outcome.name()).put("title", outcome.title());
        ArrayNode targets = json.putArray("targets");
        for (Target target : outcome.targets()) {
            ObjectNode node = targets.addObject();
            node.put("what", target.what()).put("unit", target.unit());
            put(node, "value", target.value());
            put(node, "must", target.target());
            put(node, "stretch", target.stretch());
            node.put("atMost", target.atMost()).put("met", target.isMet());
        }
        ArrayNode notes = json.putArray("notes");
        outcome.notes().forEach(notes::add);
        ArrayNode runs = json.putArray("runs");
        for (Run run : outcome.runs()) {
            ObjectNode node = runs.addObject();
            node.put("name", run.name()).put("load", run.load());
            node.put("due", run.summary().due())
                    .put("completed", run.summary().completed())
                    .put("failed", run.summary().failed())
                    .put("firstError", run.summary().error());
            put(node, "p50Millis", run.summary().p50Micros() / 1e3);
            put(node, "p99Millis", run.summary().p99Micros() / 1e3);
            put(node, "p999Millis", run.summary().p999Micros() / 1e3);
            put(node, "payPerUseDollars", run.dollarsPayPerUse());
            put(node, "provisionedDollars", run.dollarsProvisioned());
            put(node, "foreignCpuMillis", run.foreignCpuMillis());
            ArrayNode events = node.putArray("events");
            run.events()
                    .forEach(event ->
                            events.addObject().put("second", event.second()).put("what", event.what()));
        }
    }

    /** JSON has no word for what is not a number. */
    private static void put(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, value);
        } else {
            node.putNull(name);
        }
    }

    /** The timeline of a run. */
    static List<String> csv(Run run) {
        List<String> lines = new ArrayList<>(List.of(COLUMNS));
        List<Long> backlog = run.backlog();
        for (int i = 0; i < run.rows().size(); i++) {
            Run.Row row = run.rows().get(i);
            var client = row.client();
            ServerSecond server = row.server();
            List<String> cells = new ArrayList<>();
            for (long count : new long[] {
                client.second(), client.due(), client.started(), client.completed(), client.failed(), backlog.get(i)
            }) {
                cells.add(Long.toString(count));
            }
            cells.add(number(client.p50Micros() / 1e3));
            cells.add(number(client.p99Micros() / 1e3));
            for (long count : new long[] {
                server.present(),
                server.starting(),
                server.paused(),
                server.working(),
                server.coldStarts(),
                server.scaleOuts(),
                server.evictions(),
                server.queued(),
                client.http(),
                client.tcp()
            }) {
                cells.add(Long.toString(count));
            }
            cells.add(number(row.httpShare()));
            for (long count : new long[] {
                client.resubmissions(),
                client.hedges(),
                client.scaleOutCalls(),
                client.stragglers(),
                client.overCommitments(),
                server.instanceCpu(),
                server.storeCpu(),
                server.coordinatorCpu(),
                server.platformCpu(),
                server.clientCpu(),
                server.foreignCpu()
            }) {
                cells.add(Long.toString(count));
            }
            cells.add(String.format(Locale.ROOT, "%.9f", row.payPerUse()));
            cells.add(String.format(Locale.ROOT, "%.9f", row.provisioned()));
            lines.add(String.join(",", cells));
        }
        return lines;
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.3f", value);
    }
}
