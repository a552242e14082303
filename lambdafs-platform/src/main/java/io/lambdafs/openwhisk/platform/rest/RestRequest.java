package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request that has been read.
 *
 * @param path the decoded segments after those that led to the resource
 * @param accept which media types the caller takes; null if it does not say
 */
@SuppressWarnings("ArrayRecordComponent") // the bytes of one message: read once, never compared
record RestRequest(
        String method,
        List<String> path,
        Map<String, String> query,
        byte[] body,
        @Nullable String accept,
        String transactionId,
        ObjectMapper mapper) {
    RestRequest {
        path = List.copyOf(path);
        query = Map.copyOf(query);
    }

    RestRequest withPath(List<String> newPath) {
        return new RestRequest(method, newPath, query, body, accept, transactionId, mapper);
    }

    boolean isGet() {
        return method.equals("GET");
    }

    /** The body as an object; none counts as an empty one. */
    ObjectNode object() {
        if (body.length == 0) {
            return mapper.createObjectNode();
        }
        JsonNode json;
        try {
            json = mapper.readTree(body);
        } catch (IOException e) {
            throw RestException.malformed(JsonDiagnosis.of(body));
        }
        if (json instanceof ObjectNode object) {
            return object;
        }
        throw RestException.malformed("JSON object expected");
    }

    boolean flag(String name, boolean standard) {
        return switch (query.getOrDefault(name, String.valueOf(standard)).toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> true;
            case "false", "no", "off", "0" -> false;
            default ->
                throw RestException.malformedParameter(name, "'" + query.get(name) + "' is not a valid Boolean value");
        };
    }

    /** The number of this name, if it is given; what is out of range is refused with the text. */
    Optional<Long> number(String name, long from, long to, String refusal) {
        String text = query.get(name);
        if (text == null) {
            return Optional.empty();
        }
        long number;
        try {
            number = Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw RestException.malformedParameter(name, refusal);
        }
        if (number < from || number > to) {
            throw RestException.malformedParameter(name, refusal);
        }
        return Optional.of(number);
    }

    /** The page that a list asks for. */
    Page page(String collection) {
        int max = 200;
        long limit = number(
                        "limit",
                        0,
                        max,
                        "The value '" + query.get("limit") + "' is not in the range of 0 to " + max + " for "
                                + collection + ".")
                .orElse(30L);
        long skip = number(
                        "skip",
                        0,
                        Integer.MAX_VALUE,
                        "The value '" + query.get("skip") + "' is not greater than or equal to 0 for " + collection
                                + ".")
                .orElse(0L);
        return new Page((int) skip, limit == 0 ? max : (int) limit);
    }

    /** A part of a list. */
    record Page(int skip, int limit) {}
}
