package io.lambdafs.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.cli.process.Component;
import io.lambdafs.store.StoreConfig;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code lambdafs status --json} prints, as docs/monitoring.md lists it: the same facts as the tables, for programs. An instance has the fields that the
 * platform gives, {@code member} (null if the coordinator does not say) and {@code figures}, which the instance itself writes.
 */
final class StatusJson {
    private final ManagedStack stack;

    StatusJson(ManagedStack stack) {
        this.stack = stack;
    }

    /** Asks everything once. */
    JsonNode now() {
        return of(stack.components(), pool(stack));
    }

    /** What the platform says of its pool, if it answers. */
    static Optional<JsonNode> pool(ManagedStack stack) {
        try {
            return stack.platformClient().get("/admin/instances");
        } catch (CliException dead) {
            return Optional.empty();
        }
    }

    /**
     * Asks everything else once.
     *
     * @param components the components, as the caller found them
     * @param pool the platform's answer, if it gave one
     */
    JsonNode of(List<Component> components, Optional<JsonNode> pool) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("dataDirectory", stack.data().root().toString());
        json.put("fileSystem", "hdfs://lambdafs/");
        json.put("platform", stack.config().platformUrl());
        json.put("coordinator", stack.config().coordinatorText());
        json.put("store", stack.config().storeText());
        json.put("complete", components.stream().allMatch(Component::isRunning));
        ObjectNode settings = json.putObject("settings");
        new TreeMap<>(stack.config().settings())
                .forEach((name, value) -> settings.put(String.valueOf(name), hidden(String.valueOf(value))));
        ArrayNode rows = json.putArray("components");
        components.forEach(component -> describe(component, rows.addObject()));
        ArrayNode instances = json.putArray("instances");
        if (pool.isPresent()) {
            ObjectNode summary = pool.get().deepCopy();
            addInstances(summary.path("instances"), instances);
            summary.remove("instances");
            json.set("pool", summary);
        }
        return json;
    }

    /** A URL may have a password in it. */
    private static String hidden(String value) {
        return value.contains("://") ? StoreConfig.placeOf(value) : value;
    }

    private static void describe(Component component, ObjectNode row) {
        boolean running = component.isRunning();
        row.put("name", component.name()).put("running", running);
        if (running) {
            row.put("pid", component.pid().orElse(0)).put("address", component.address());
        }
    }

    private void addInstances(JsonNode fromPlatform, ArrayNode rows) {
        InstanceReports reports = new InstanceReports(stack.data());
        LiveMembers members = LiveMembers.of(stack);
        for (JsonNode instance : fromPlatform) {
            long pid = instance.path("pid").asLong();
            ObjectNode row = rows.addObject();
            row.setAll((ObjectNode) instance);
            members.contains(pid).ifPresentOrElse(member -> row.put("member", member), () -> row.putNull("member"));
            ObjectNode figures = row.putObject("figures");
            reports.of(pid).numbers().forEach(figures::put);
        }
    }
}
