package io.lambdafs.benchmark.harness.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.benchmark.harness.operation.OperationKind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** A phase's results as JSON, with everything that was measured; histograms are in HdrHistogram's compressed form. */
public final class PhaseJson {
    private static final int MAX_HISTOGRAM_BYTES = 1 << 20;

    private PhaseJson() {}

    /** Everything. */
    public static ObjectNode encode(PhaseResult result) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", result.name());
        node.put("elapsed_ns", result.elapsedNanos());
        node.put("interval_ns", result.intervalNanos());
        node.put("ceiling_ops_per_s", result.ceiling());
        node.put("lag", text(result.lag()));
        ObjectNode kinds = node.putObject("kinds");
        result.kinds().forEach((kind, sum) -> {
            ObjectNode one = kinds.putObject(kind.word());
            one.put("ok", sum.succeeded());
            one.put("failed", sum.failed());
            one.put("false_returns", sum.falseReturns());
            sum.retries().ifPresent(retries -> one.put("retries", retries));
            one.put("service", text(sum.service()));
            one.put("response", text(sum.response()));
        });
        for (SecondResult second : result.seconds()) {
            ObjectNode one = node.withArray("/seconds").addObject();
            ObjectNode counts = one.putObject("counts");
            second.counts().forEach(counts::put);
            one.put("response", text(second.response()));
        }
        for (ErrorCounts.ErrorCount error : result.errors().all()) {
            ObjectNode one = node.withArray("/errors").addObject();
            one.put("operation", error.operation());
            one.put("error", error.error());
            one.put("message", error.message());
            one.put("count", error.count());
            one.put("first_ms", error.firstMillis());
        }
        return node;
    }

    /**
     * Reads what {@link #encode} made.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static PhaseResult decode(JsonNode node) {
        PhaseResult result = new PhaseResult(
                node.required("name").asText(), node.path("interval_ns").asLong(PhaseResult.SECOND));
        result.took(node.required("elapsed_ns").asLong());
        result.addCeiling(node.required("ceiling_ops_per_s").asDouble());
        result.addLag(histogram(node.required("lag")));
        node.path("kinds").properties().forEach(entry -> {
            KindResult kind = result.kind(OperationKind.require(entry.getKey()));
            JsonNode one = entry.getValue();
            kind.add(
                    one.required("ok").asLong(),
                    one.required("failed").asLong(),
                    one.required("false_returns").asLong());
            if (one.has("retries")) {
                kind.addRetries(one.path("retries").asLong());
            }
            kind.addLatencies(histogram(one.required("service")), histogram(one.required("response")));
        });
        int number = 0;
        for (JsonNode one : node.path("seconds")) {
            SecondResult second = result.second(number++);
            one.required("counts")
                    .properties()
                    .forEach(
                            entry -> second.add(entry.getKey(), entry.getValue().asLong()));
            second.addResponses(histogram(one.required("response")));
        }
        for (JsonNode one : node.path("errors")) {
            result.errors()
                    .add(new ErrorCounts.ErrorCount(
                            one.required("operation").asText(),
                            one.required("error").asText(),
                            one.required("message").asText(),
                            one.required("count").asLong(),
                            one.required("first_ms").asLong()));
        }
        return result;
    }

    private static String text(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    private static Histogram histogram(JsonNode text) {
        byte[] bytes = Base64.getDecoder().decode(text.asText());
        if (bytes.length > MAX_HISTOGRAM_BYTES) {
            throw new IllegalArgumentException("a histogram of " + bytes.length + " bytes is too large");
        }
        try {
            Histogram histogram = Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
            histogram.setAutoResize(true);
            return histogram;
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not a histogram", e);
        }
    }
}
