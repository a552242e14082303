package io.lambdafs.container.http;

import io.lambdafs.container.FunctionResult;
import io.lambdafs.container.JsonObject;
import java.util.HashMap;
import java.util.Map;

/** A status, a JSON body and what headers there are besides: the answer of a container to one message. */
public record HttpReply(int status, JsonObject body, Map<String, String> headers) {
    /** The status of an answer that the function gave. */
    public static final int OK = 200;

    public HttpReply {
        headers = Map.copyOf(headers);
    }

    /** An answer without headers of its own. */
    public HttpReply(int status, JsonObject body) {
        this(status, body, Map.of());
    }

    /** A refusal with a sentence. */
    public static HttpReply error(int status, String text) {
        return new HttpReply(status, FunctionResult.error(text).value());
    }

    /** The same answer with one more header. */
    public HttpReply with(String header, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(header, value);
        return new HttpReply(status, body, all);
    }
}
