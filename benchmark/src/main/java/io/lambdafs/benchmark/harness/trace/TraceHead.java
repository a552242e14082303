package io.lambdafs.benchmark.harness.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * The first line of a trace.
 *
 * @param base the directory below which all its paths are
 * @param clients how many clients it has
 * @param nanos how long the run takes
 * @param workload what it was made from, for people
 */
public record TraceHead(String base, int clients, long nanos, String workload) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int VERSION = 1;
    private static final String KEY = "lambdafs-bench-trace";

    /** The line, without its end. */
    public String toJson() {
        ObjectNode node = JSON.createObjectNode();
        node.put(KEY, VERSION);
        node.put("base", base);
        node.put("clients", clients);
        node.put("duration_us", nanos / 1000);
        node.put("workload", workload);
        return node.toString();
    }

    /**
     * Reads the line.
     *
     * @throws IllegalArgumentException if it is something else, or of a version that is not known here
     */
    public static TraceHead parse(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            if (node != null && node.path(KEY).asInt(0) == VERSION) {
                return new TraceHead(
                        node.required("base").asText(),
                        node.required("clients").asInt(),
                        node.required("duration_us").asLong() * 1000,
                        node.path("workload").asText(""));
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "this is not a trace: its first line is not JSON. 'lambdafs-bench gen' writes traces", e);
        }
        throw new IllegalArgumentException(
                "this is not a trace of version " + VERSION + ": its first line has no \"" + KEY + "\"");
    }
}
