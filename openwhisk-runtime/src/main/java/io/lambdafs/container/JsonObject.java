package io.lambdafs.container;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An immutable JSON object whose values are strings, numbers, booleans, nulls, lists and maps: little more than a map,
 * so that an instance needs no object mapper.
 */
public record JsonObject(Map<String, ? extends @Nullable Object> fields) {
    /** Without fields. */
    public static final JsonObject EMPTY = new JsonObject(Map.of());

    public JsonObject {
        // Map.copyOf would refuse JSON's nulls.
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** The string of this name; absent if there is none or it is something else. */
    public Optional<String> text(String name) {
        return fields.get(name) instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** The strings in the array of this name; empty if there is none. */
    public List<String> textList(String name) {
        return fields.get(name) instanceof List<?> list
                ? list.stream()
                        .filter(String.class::isInstance)
                        .map(String.class::cast)
                        .toList()
                : List.of();
    }

    /** The integer of this name; absent if there is none or it is something else. */
    public Optional<Long> integer(String name) {
        return fields.get(name) instanceof Long number ? Optional.of(number) : Optional.empty();
    }

    /** Whether the field of this name is there and true. */
    public boolean flag(String name) {
        return Boolean.TRUE.equals(fields.get(name));
    }

    /** The object of this name; an empty one if the field is absent or null. */
    public JsonObject object(String name) throws MalformedJsonException {
        Object value = fields.get(name);
        if (value == null) {
            return EMPTY;
        }
        if (value instanceof Map<?, ?> map) {
            return new JsonObject(named(map));
        }
        throw new MalformedJsonException("\"" + name + "\" is not a JSON object");
    }

    /** The object of this name with its scalars as text; empty if it is absent or something else. */
    public Map<String, String> texts(String name) {
        Map<String, String> texts = new LinkedHashMap<>();
        if (fields.get(name) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> texts.put(String.valueOf(key), String.valueOf(value)));
        }
        return texts;
    }

    private static Map<String, @Nullable Object> named(Map<?, ?> map) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        map.forEach((key, value) -> named.put(String.valueOf(key), value));
        return named;
    }
}
