package io.lambdafs.container;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link JsonObject}s with jackson-core's streaming API, to a bounded depth and number of values. Thread-safe. */
public final class JsonCodec {
    private static final int MAX_DEPTH = 64;

    /** An element of an array takes two bytes in the body and tens in memory. */
    public static final int USUAL_TOKENS = 10_000;

    private final int maxTokens;
    private final JsonFactory factory;

    /** Of messages with few values. */
    public JsonCodec() {
        this(USUAL_TOKENS);
    }

    /** Of messages with at most so many values, names and brackets. */
    public JsonCodec(int maxTokens) {
        this.maxTokens = maxTokens;
        factory = JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .maxTokenCount(maxTokens)
                        .maxStringLength(Integer.MAX_VALUE)
                        .build())
                .build();
    }

    /** Reads an object; an empty one if there is nothing. */
    public JsonObject read(byte[] bytes) throws MalformedJsonException {
        if (bytes.length == 0) {
            return JsonObject.EMPTY;
        }
        try (JsonParser parser = factory.createParser(bytes)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new MalformedJsonException("the body is not a JSON object");
            }
            JsonObject object = new JsonObject(readObject(parser));
            if (parser.nextToken() != null) {
                throw new MalformedJsonException("the body goes on after its JSON object");
            }
            return object;
        } catch (StreamConstraintsException e) {
            throw new MalformedJsonException(
                    "the body has more than " + maxTokens + " values, or is more than " + MAX_DEPTH + " levels deep");
        } catch (IOException e) {
            throw new MalformedJsonException("the body is not valid JSON");
        }
    }

    /** Writes an object. */
    public byte[] write(JsonObject object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator generator = factory.createGenerator(bytes)) {
            writeValue(generator, object.fields());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private Map<String, @Nullable Object> readObject(JsonParser parser) throws IOException {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            fields.put(name, readValue(parser));
        }
        return fields;
    }

    private List<@Nullable Object> readArray(JsonParser parser) throws IOException {
        List<@Nullable Object> values = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            values.add(readValue(parser));
        }
        return values;
    }

    private @Nullable Object readValue(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> readObject(parser);
            case START_ARRAY -> readArray(parser);
            case VALUE_STRING -> parser.getText();
            case VALUE_NUMBER_INT -> readInteger(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    private static Object readInteger(JsonParser parser) throws IOException {
        return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? parser.getBigIntegerValue()
                : (Object) parser.getLongValue();
    }

    private static void writeValue(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value instanceof Map<?, ?> map) {
            generator.writeStartObject();
            for (Map.Entry<?, ?> field : map.entrySet()) {
                generator.writeFieldName(String.valueOf(field.getKey()));
                writeValue(generator, field.getValue());
            }
            generator.writeEndObject();
        } else if (value instanceof Iterable<?> values) {
            generator.writeStartArray();
            for (Object element : values) {
                writeValue(generator, element);
            }
            generator.writeEndArray();
        } else {
            writeScalar(generator, value);
        }
    }

    private static void writeScalar(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value instanceof Number) {
            generator.writeNumber(value.toString());
        } else {
            generator.writeString(value.toString());
        }
    }
}
