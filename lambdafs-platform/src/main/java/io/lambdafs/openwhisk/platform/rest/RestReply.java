package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A status, a JSON body (a bare text is sent as plain text, and bytes as they are) and headers. */
record RestReply(int status, JsonNode body, Map<String, String> headers) {
    RestReply {
        headers = Map.copyOf(headers);
    }

    static RestReply ok(JsonNode body) {
        return new RestReply(200, body, Map.of());
    }

    static CompletionStage<RestReply> now(JsonNode body) {
        return CompletableFuture.completedFuture(ok(body));
    }

    static RestReply plain(String text) {
        return ok(TextNode.valueOf(text));
    }

    static RestReply error(RestException error, String transactionId) {
        JsonNode body =
                JsonNodeFactory.instance.objectNode().put("code", transactionId).put("error", error.getMessage());
        return new RestReply(
                error.status(),
                body,
                error.status() == 401 ? Map.of("WWW-Authenticate", "Basic realm=\"whisk rest service\"") : Map.of());
    }
}
