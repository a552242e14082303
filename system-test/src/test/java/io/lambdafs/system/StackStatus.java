package io.lambdafs.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What {@code lambdafs status --json} says of a system. */
public final class StackStatus {
    private static final int NOT_EVERYTHING_RUNS = 3;

    private final JsonNode json;

    private StackStatus(JsonNode json) {
        this.json = json;
    }

    /** Asks now. A system of which something, or everything, has stopped answers as well. */
    public static StackStatus of(Stack stack) throws IOException {
        Stack.Result result = stack.tryRun("status", "--json");
        if (result.status() != 0 && result.status() != NOT_EVERYTHING_RUNS) {
            throw new IOException("status --json ended with " + result.status() + ":\n" + result.errors());
        }
        return new StackStatus(new ObjectMapper().readTree(result.output()));
    }

    /** The components that run, each with its process id. */
    public Map<String, Long> components() {
        Map<String, Long> components = new TreeMap<>();
        for (JsonNode component : json.path("components")) {
            if (component.path("running").asBoolean()) {
                components.put(
                        component.path("name").asText(), component.path("pid").asLong());
            }
        }
        return components;
    }

    /** Where a running component listens, as people are told; empty if there is no such component. */
    public String address(String component) {
        for (JsonNode row : json.path("components")) {
            if (row.path("name").asText().equals(component)) {
                return row.path("address").asText("");
            }
        }
        return "";
    }

    /** The function instances that the platform knows; none if it does not run. */
    public List<Instance> instances() {
        List<Instance> instances = new ArrayList<>();
        for (JsonNode instance : json.path("instances")) {
            instances.add(new Instance(
                    instance.path("action").asText(),
                    instance.path("state").asText(),
                    instance.path("pid").asLong(),
                    instance.path("figures").path("tcp-connections").asLong(),
                    instance.path("figures").path("operations").asLong(),
                    instance.path("member").asBoolean()));
        }
        return instances;
    }

    /** A figure of the whole pool, such as {@code coldStarts}. */
    public long ofPool(String name) {
        return json.path("pool").path(name).asLong();
    }

    /** The sum of a figure that instances write themselves, such as {@code resubmissions}, over all of them. */
    public long sumOf(String figure) {
        long sum = 0;
        for (JsonNode instance : json.path("instances")) {
            sum += instance.path("figures").path(figure).asLong();
        }
        return sum;
    }

    /** How many stem cells could be taken. */
    public long readyStemCells() {
        return json.path("pool").path("stemCells").findValuesAsText("state").stream()
                .filter("ready"::equals)
                .count();
    }

    /** A text about the whole pool, such as {@code noLimitsBecause}; empty if there is none. */
    public String textOfPool(String name) {
        return json.path("pool").path(name).asText("");
    }

    /**
     * One instance.
     *
     * @param tcpConnections connections that the instance has open to clients; 0 until it has said
     * @param operations what it has served so far; 0 until it has said
     * @param member whether the coordinator counts it among the living
     */
    public record Instance(
            String function, String state, long pid, long tcpConnections, long operations, boolean member) {}
}
