package io.lambdafs.openwhisk.action;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an activation answers; an object with a field {@code error} is an application error to OpenWhisk. */
public record ActionResult(JsonObject value) {
    /** An answer of these fields: strings, numbers, booleans, nulls, lists and maps of such. */
    public static ActionResult of(Map<String, ? extends @Nullable Object> fields) {
        return new ActionResult(new JsonObject(fields));
    }

    /** An application error: the container stays, the caller gets the text. */
    public static ActionResult error(String text) {
        return of(Map.of("error", text));
    }
}
