package io.lambdafs.benchmark.simulation.parameters;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Reads and writes parameters as JSON, a line for each. */
public final class ParameterFile {
    private static final int SCHEMA = 1;
    private static final String COMMITTED = "parameters.json";

    private ParameterFile() {}

    /** The parameters that came with the program. */
    public static SimulationParameters committed() throws IOException {
        try (InputStream in = ParameterFile.class.getResourceAsStream(COMMITTED)) {
            if (in == null) {
                throw new IOException("the program has no " + COMMITTED + ": build it again");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    /**
     * Reads a file.
     *
     * @throws IllegalArgumentException with a sentence for people, if it does not make sense
     * @throws IOException if it cannot be read
     */
    public static SimulationParameters read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "there is no file " + file + ": write one with 'benchmark/run calibrate --out FILE'");
        }
        try {
            return parse(Files.readString(file));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /** Writes a file. */
    public static void write(SimulationParameters parameters, Path file) throws IOException {
        Path parent = file.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.writeString(file, format(parameters));
    }

    /** Reads the text of a file. */
    static SimulationParameters parse(String text) {
        JsonNode json;
        try {
            json = new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("this is not JSON: " + e.getOriginalMessage(), e);
        }
        if (json.path("schema").asInt() != SCHEMA) {
            throw new IllegalArgumentException("its schema is " + json.path("schema") + ", and this program reads "
                    + SCHEMA + ": write a new file with 'benchmark/run calibrate --out FILE'");
        }
        Map<String, ParameterValue> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> field : json.path("values").properties()) {
            values.put(field.getKey(), value(field.getKey(), field.getValue()));
        }
        return new SimulationParameters(
                json.path("machine").asText(), json.path("date").asText(), values);
    }

    private static ParameterValue value(String key, JsonNode node) {
        if (!node.path("value").isNumber()) {
            throw new IllegalArgumentException(
                    "the parameter " + key + " has no number as its value, but " + node.path("value"));
        }
        return new ParameterValue(
                node.path("value").asDouble(),
                node.path("unit").asText(),
                ParameterSource.of(key, node.path("source").asText()),
                node.path("date").asText());
    }

    /** The text of a file. */
    static String format(SimulationParameters parameters) {
        StringBuilder text = new StringBuilder();
        text.append("{\n  \"schema\": ").append(SCHEMA).append(",\n  \"machine\": ");
        text.append(quoted(parameters.machine())).append(",\n  \"date\": ");
        text.append(quoted(parameters.date())).append(",\n  \"values\": {");
        String separator = "\n";
        for (Map.Entry<String, ParameterValue> entry : parameters.values().entrySet()) {
            ParameterValue value = entry.getValue();
            text.append(separator)
                    .append(String.format(
                            Locale.ROOT,
                            "    %s: {\"value\": %s, \"unit\": %s, \"source\": \"%s\", \"date\": %s}",
                            quoted(entry.getKey()),
                            number(value.number()),
                            quoted(value.unit()),
                            value.source().key(),
                            quoted(value.date())));
            separator = ",\n";
        }
        return text.append("\n  }\n}\n").toString();
    }

    private static String number(double number) {
        return number == Math.rint(number) && Math.abs(number) < 1e15
                ? Long.toString((long) number)
                : Double.toString(number);
    }

    private static String quoted(String text) {
        return '"' + String.valueOf(JsonStringEncoder.getInstance().quoteAsString(text)) + '"';
    }
}
