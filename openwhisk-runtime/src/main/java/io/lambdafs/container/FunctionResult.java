package io.lambdafs.container;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an invocation answers; an object with a field {@code error} says that the function did not do it. */
public record FunctionResult(JsonObject value) {
    /** The field that is false in an answer if another instance would not help with the present load, whatever this one uses of its CPU. */
    public static final String SCALE_OUT = "scaleOut";

    /** An answer of these fields: strings, numbers, booleans, nulls, lists and maps of such. */
    public static FunctionResult of(Map<String, ? extends @Nullable Object> fields) {
        return new FunctionResult(new JsonObject(fields));
    }

    /** An error: the container stays, the caller gets the text. */
    public static FunctionResult error(String text) {
        return of(Map.of("error", text));
    }
}
