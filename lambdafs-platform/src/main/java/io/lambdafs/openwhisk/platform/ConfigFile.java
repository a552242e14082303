package io.lambdafs.openwhisk.platform;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The configuration as a JSON file: the names of {@link PlatformConfig}'s fields in kebab case, nested as the records
 * are. What the file leaves out has its default; a key that does not exist is an error.
 */
public final class ConfigFile {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** The records in the configuration, of which a file may have some fields only. */
    private static final Set<String> MERGED = Set.of("limits", "pool", "https");

    private ConfigFile() {}

    /** Reads a file over the given defaults. */
    public static PlatformConfig read(Path file, PlatformConfig defaults) throws IOException {
        ObjectNode merged = MAPPER.valueToTree(defaults);
        // URIs are how Jackson writes paths; files have plain ones.
        merged.put("data-dir", defaults.dataDir().toString());
        try {
            overlay(merged, MAPPER.readTree(Files.readAllBytes(file)));
            return MAPPER.treeToValue(merged, PlatformConfig.class);
        } catch (JsonProcessingException e) {
            throw new IOException(file + ": " + where(e) + e.getOriginalMessage(), e);
        }
    }

    /** The key with whose value something is wrong, unless the file is no JSON at all. */
    private static String where(JsonProcessingException e) {
        List<Reference> path = e instanceof JsonMappingException mapping ? mapping.getPath() : List.of();
        return path.stream()
                .map(Reference::getFieldName)
                .filter(Objects::nonNull)
                .reduce((outer, inner) -> outer + "." + inner)
                .map(key -> key + ": ")
                .orElse("");
    }

    /** Writes a configuration so that {@link #read} gets it back. */
    public static void write(Path file, PlatformConfig config) throws IOException {
        ObjectNode json = MAPPER.valueToTree(config);
        json.put("data-dir", config.dataDir().toString());
        Files.write(file, MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(json));
    }

    private static void overlay(ObjectNode base, JsonNode over) {
        for (Map.Entry<String, JsonNode> field : over.properties()) {
            JsonNode old = base.get(field.getKey());
            boolean record = MERGED.contains(field.getKey());
            if (record && old instanceof ObjectNode oldObject) {
                overlay(oldObject, field.getValue());
            } else {
                base.set(field.getKey(), field.getValue());
            }
        }
    }
}
