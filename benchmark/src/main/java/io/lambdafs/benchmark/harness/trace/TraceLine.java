package io.lambdafs.benchmark.harness.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import io.lambdafs.benchmark.harness.operation.PathOperation;
import java.util.concurrent.TimeUnit;

/**
 * A line of a trace: an operation of a client and when it is due. As JSON, with the members {@code t_us}, {@code client}, {@code op} and {@code path}, and
 * where they mean something {@code to}, {@code number}, {@code bytes} and {@code owner}.
 *
 * @param client its number, from 0
 * @param dueNanos after the beginning of the run, to the microsecond; {@link #BEFORE} for what clients make before the run
 * @param operation what is performed
 */
public record TraceLine(int client, long dueNanos, PathOperation operation) {
    /** The due time of an operation before the run. */
    public static final long BEFORE = -1;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The line, without its end. */
    public String toJson() {
        ObjectNode node = JSON.createObjectNode();
        node.put("t_us", dueNanos < 0 ? -1 : TimeUnit.NANOSECONDS.toMicros(dueNanos));
        node.put("client", client);
        node.put("op", operation.kind().word());
        node.put("path", operation.path());
        if (!operation.to().isEmpty()) {
            node.put("to", operation.to());
        }
        if (operation.number() >= 0) {
            node.put("number", operation.number());
        }
        if (operation.bytes() >= 0) {
            node.put("bytes", operation.bytes());
        }
        if (!operation.owner().isEmpty()) {
            node.put("owner", operation.owner());
        }
        return node.toString();
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static TraceLine parse(String line) {
        try {
            JsonNode node = JSON.readTree(line);
            long micros = node.required("t_us").asLong(BEFORE);
            return new TraceLine(
                    node.required("client").asInt(),
                    micros < 0 ? BEFORE : TimeUnit.MICROSECONDS.toNanos(micros),
                    new PathOperation(
                            OperationKind.require(node.required("op").asText()),
                            node.required("path").asText(),
                            node.path("to").asText(""),
                            node.path("number").asInt(-1),
                            node.path("bytes").asLong(-1),
                            node.path("owner").asText("")));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a line of a trace: " + line, e);
        }
    }
}
