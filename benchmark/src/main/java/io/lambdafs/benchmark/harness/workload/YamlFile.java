package io.lambdafs.benchmark.harness.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** A file in YAML with keys and values. */
public final class YamlFile {
    private YamlFile() {}

    /**
     * Reads a file.
     *
     * @param meaning what is made of its keys and values
     * @throws IllegalArgumentException if it is no YAML, or has no meaning; its message names the file
     */
    public static <T> T read(Path file, Function<Map<String, Object>, T> meaning) throws IOException {
        try {
            Object root = new Load(LoadSettings.builder()
                            .setAllowDuplicateKeys(false)
                            .setLabel(file.toString())
                            .build())
                    .loadFromString(Files.readString(file));
            return meaning.apply(map("the file", root));
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException(file + " is not YAML: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(file + ": " + e.getMessage(), e);
        }
    }

    /**
     * Looks at the keys of something.
     *
     * @throws IllegalArgumentException if there is one that is not known
     */
    public static void requireKeys(String where, Map<String, Object> map, List<String> known) {
        for (String key : map.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException("there is no key '" + key + "': " + where + " has " + known);
            }
        }
    }

    /**
     * Something with keys and values.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static Map<String, Object> map(String where, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException(where + " must have keys and values");
        }
        Map<String, Object> result = new LinkedHashMap<>();
        map.forEach((key, each) -> result.put(String.valueOf(key), each));
        return result;
    }

    /**
     * A list.
     *
     * @throws IllegalArgumentException if it is something else
     */
    public static List<?> list(String where, @Nullable Object value) {
        if (value instanceof List<?> list) {
            return list;
        }
        throw new IllegalArgumentException(where + " must be a list");
    }
}
