package io.lambdafs.cli.subtree;

import io.lambdafs.wire.subtree.SubtreePolicy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * A file with a policy: YAML, or what the Cudele paper prints, which is JSON without the commas. An empty file is the default policy, as in
 * the paper.
 */
final class PolicyFile {
    private static final int MOST_BYTES = 64 * 1024;

    /** Where the paper's form lacks a comma: between a value at the end of a line and a key at the beginning of the next. */
    private static final Pattern MISSING_COMMA = Pattern.compile("(\")[ \t]*(\r?\n[ \t]*\")");

    private PolicyFile() {}

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read, or has no policy: the message names the file and what is wrong
     */
    static SubtreePolicy read(Path file) throws IOException {
        return read(file, SubtreePolicy::parse);
    }

    /** As {@link #read(Path)}, for what else such a file may have. */
    static <T> T read(Path file, Function<Map<String, String>, T> parser) throws IOException {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new IOException(file + " has more than " + MOST_BYTES + " bytes, too many for a policy");
            }
            return parser.apply(keys(Files.readString(file, StandardCharsets.UTF_8)));
        } catch (NoSuchFileException e) {
            throw new IOException("There is no file " + file, e);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * The policy of a text.
     *
     * @throws IllegalArgumentException with a sentence if it has none
     */
    static SubtreePolicy parse(String text) {
        return SubtreePolicy.parse(keys(text));
    }

    private static Map<String, String> keys(String text) {
        String yaml = text.strip().startsWith("{") ? MISSING_COMMA.matcher(text).replaceAll("$1,$2") : text;
        Object document;
        try {
            document = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException(
                    "This is not YAML: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "), e);
        }
        if (document == null) {
            return Map.of();
        }
        if (!(document instanceof Map<?, ?> keys)) {
            throw new IllegalArgumentException("A policy is a map of keys and values, such as \"preset: batchfs\".");
        }
        Map<String, String> given = new LinkedHashMap<>();
        keys.forEach((key, value) -> given.put(String.valueOf(key), scalar(key, value)));
        return given;
    }

    private static String scalar(Object key, @Nullable Object value) {
        if (value instanceof String || value instanceof Number) {
            return value.toString();
        }
        throw new IllegalArgumentException("The key \"" + key + "\" needs a word or a number.");
    }
}
