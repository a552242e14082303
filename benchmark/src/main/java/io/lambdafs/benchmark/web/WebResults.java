package io.lambdafs.benchmark.web;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The experiment's figures as JSON. */
final class WebResults {
    private WebResults() {}

    static void write(Path file, RisingLoad load, List<RisingLoad.Run> runs, PricingTable prices) throws IOException {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        all.put("schema", 1).put("secondsOfAStep", load.seconds());
        all.put("cores", Runtime.getRuntime().availableProcessors());
        ArrayNode hosts = all.putArray("runs");
        for (RisingLoad.Run run : runs) {
            ObjectNode host = hosts.addObject();
            host.put("host", run.title()).put("posts", run.posts()).put("comments", run.comments());
            run.errors().forEach(host.putArray("errors")::add);
            ArrayNode steps = host.putArray("steps");
            run.steps().forEach(step -> describe(steps.addObject(), step));
            ArrayNode seconds = host.putArray("perSecond");
            run.perSecond().forEach(second -> describe(seconds.addObject(), second));
        }
        ArrayNode rows = all.putArray("prices");
        for (PricingTable.Row row : prices.rows()) {
            put(rows.addObject().put("what", row.what()).put("unit", row.unit()), "value", row.value());
        }
        new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), all);
    }

    private static void describe(ObjectNode node, Step step) {
        ClientTimeline.Summary seen = step.seen();
        node.put("clients", step.clients())
                .put("done", seen.done())
                .put("failed", seen.failed())
                .put("ranAgain", seen.ranAgain())
                .put("runs", seen.runs())
                .put("instances", step.used().instances())
                .put("calls", step.time().calls());
        put(node, "perSecond", seen.perSecond());
        put(node, "p50Millis", seen.p50Millis());
        put(node, "p99Millis", seen.p99Millis());
        put(node, "applicationCores", step.used().application());
        put(node, "servicesCores", step.used().services());
        put(node, "clientCores", step.used().client());
        put(node, "foreignCores", step.used().foreign());
        put(node, "instanceSeconds", step.time().seconds());
    }

    /** JSON has no word for what is not a number. */
    private static void put(ObjectNode node, String name, double value) {
        if (Double.isFinite(value)) {
            node.put(name, value);
        } else {
            node.putNull(name);
        }
    }
}
