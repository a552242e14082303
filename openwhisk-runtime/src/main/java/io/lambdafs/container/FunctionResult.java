package io.lambdafs.container;

import java.util.LinkedHashMap;
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

    /** The field that says what kind of error it is, for programs. OpenWhisk has a field {@code code} of its own. */
    public static final String ERROR_CODE = "errorCode";

    private static final String ERROR = "error";

    /** An error: the container stays, the caller gets the text. */
    public static FunctionResult error(String text) {
        return of(Map.of(ERROR, text));
    }

    /** An error of a kind that no repetition changes: the function does not understand the request. */
    public static FunctionResult malformed(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put(ERROR, "malformed request: " + text);
        fields.put(ERROR_CODE, "MALFORMED_REQUEST");
        return of(fields);
    }
}
