package io.lambdafs.benchmark.harness.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.benchmark.harness.arrival.LoadSpec;
import io.lambdafs.benchmark.harness.arrival.Rollover;
import io.lambdafs.benchmark.harness.workload.FileSizes;
import io.lambdafs.benchmark.harness.workload.Mix;
import io.lambdafs.benchmark.harness.workload.Phase;
import io.lambdafs.benchmark.harness.workload.RunPlan;
import io.lambdafs.benchmark.harness.workload.TreeSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The plan of a run as JSON. */
final class PlanJson {
    private PlanJson() {}

    static ObjectNode encode(RunPlan plan) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("fs", plan.target().uri());
        node.put("fs_per_client", plan.target().perClient());
        ObjectNode settings = node.putObject("settings");
        plan.target().settings().forEach(settings::put);
        node.put("base", plan.base());
        node.put("seed", plan.seed());
        node.put("clients", plan.clients());
        node.put("load", plan.load().toString());
        node.put("rollover", plan.rollover().toString());
        node.put("warmup_ns", plan.times().warmUpNanos());
        node.put("warmup_ops", plan.times().warmUpOperations());
        node.put("drain_ns", plan.times().drainNanos());
        node.put("interval_ns", plan.times().intervalNanos());
        RunPlan.Workload work = plan.work();
        node.put("workload", work.name());
        node.put("tree", work.tree().toString());
        node.put("file_size", work.sizes().toString());
        node.put("replication", work.replication());
        node.put("append_bytes", work.appendBytes());
        node.put("subtrees", work.subtrees());
        for (Phase phase : work.phases()) {
            ObjectNode one = node.withArray("/phases").addObject();
            one.put("name", phase.name());
            one.put("ns", phase.nanos());
            one.put("ops_per_client", phase.operationsPerClient());
            for (Phase.Group group : phase.groups()) {
                one.withArray("/groups")
                        .addObject()
                        .put("share", group.share())
                        .put("mix", group.mix().toString());
            }
        }
        return node;
    }

    /**
     * Reads what {@link #encode} made.
     *
     * @throws IllegalArgumentException if it is something else
     */
    static RunPlan decode(JsonNode node) {
        Map<String, String> settings = new LinkedHashMap<>();
        node.path("settings")
                .properties()
                .forEach(entry -> settings.put(entry.getKey(), entry.getValue().asText()));
        List<Phase> phases = new ArrayList<>();
        for (JsonNode one : node.required("phases")) {
            List<Phase.Group> groups = new ArrayList<>();
            for (JsonNode group : one.required("groups")) {
                groups.add(new Phase.Group(
                        group.required("share").asDouble(),
                        Mix.parse(group.required("mix").asText())));
            }
            phases.add(new Phase(
                    one.required("name").asText(),
                    groups,
                    one.required("ns").asLong(),
                    one.required("ops_per_client").asLong()));
        }
        return new RunPlan(
                new RunPlan.Target(
                        node.required("fs").asText(),
                        settings,
                        node.required("fs_per_client").asBoolean()),
                node.required("base").asText(),
                node.required("seed").asLong(),
                node.required("clients").asInt(),
                new RunPlan.Workload(
                        node.required("workload").asText(),
                        phases,
                        TreeSpec.parse(node.required("tree").asText()),
                        FileSizes.parse(node.required("file_size").asText()),
                        node.required("replication").asInt(),
                        node.required("append_bytes").asLong(),
                        node.required("subtrees").asInt()),
                LoadSpec.parse(node.required("load").asText()),
                Rollover.parse(node.required("rollover").asText()),
                new RunPlan.Times(
                        node.required("warmup_ns").asLong(),
                        node.required("warmup_ops").asLong(),
                        node.required("drain_ns").asLong(),
                        node.required("interval_ns").asLong()));
    }
}
