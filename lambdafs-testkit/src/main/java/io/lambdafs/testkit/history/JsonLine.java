package io.lambdafs.testkit.history;

import java.util.HexFormat;
import java.util.List;

/** Writes one JSON object on one line. Empty texts and false are left out, as their readers take what is not there for them. */
public final class JsonLine {
    private final StringBuilder out;
    private boolean first = true;

    private JsonLine(StringBuilder out) {
        this.out = out;
    }

    /** A part that describes itself. */
    @FunctionalInterface
    public interface Part {
        void describe(JsonLine line);
    }

    static String of(Part content) {
        StringBuilder out = new StringBuilder(200);
        write(out, content);
        return out.toString();
    }

    private static void write(StringBuilder out, Part content) {
        out.append('{');
        content.describe(new JsonLine(out));
        out.append('}');
    }

    public JsonLine number(String key, long value) {
        key(key).append(value);
        return this;
    }

    public JsonLine flag(String key, boolean value) {
        if (value) {
            key(key).append(true);
        }
        return this;
    }

    public JsonLine text(String key, String value) {
        if (!value.isEmpty()) {
            quote(key(key), value);
        }
        return this;
    }

    public JsonLine object(String key, Part content) {
        write(key(key), content);
        return this;
    }

    public JsonLine objects(String key, List<Part> contents) {
        key(key).append('[');
        for (int i = 0; i < contents.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            write(out, contents.get(i));
        }
        out.append(']');
        return this;
    }

    public JsonLine texts(String key, List<String> values) {
        key(key).append('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                out.append(',');
            }
            quote(out, values.get(i));
        }
        out.append(']');
        return this;
    }

    private StringBuilder key(String key) {
        if (!first) {
            out.append(',');
        }
        first = false;
        quote(out, key);
        return out.append(':');
    }

    private static void quote(StringBuilder out, String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char character = value.charAt(i);
            if (character == '"' || character == '\\') {
                out.append('\\').append(character);
            } else if (character < ' ') {
                out.append("\\u00").append(HexFormat.of().toHexDigits((byte) character));
            } else {
                out.append(character);
            }
        }
        out.append('"');
    }
}
