package io.lambdafs.benchmark.web;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Where the blog takes calls, whatever runs it. Thread-safe. */
final class Site {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int DONE = 200;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ObjectMapper json = new ObjectMapper();
    private final URI url;
    private final String authorization;

    /**
     * A place that calls are posted to.
     *
     * @param authorization the header of that name
     */
    Site(URI url, String authorization) {
        this.url = url;
        this.authorization = authorization;
    }

    /**
     * What the blog says.
     *
     * @param done whether it did what it was asked
     * @param runs how often the call ran
     * @param body what it says; of a call that failed, why
     */
    record Answer(boolean done, int runs, String body) {}

    /** Sends a call. A connection that breaks ends the future with an exception. */
    CompletableFuture<Answer> ask(ObjectNode call) {
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .header("Authorization", authorization)
                .POST(HttpRequest.BodyPublishers.ofString(call.toString()))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.ofString()).thenApply(reply -> answer(reply.body()));
    }

    /** Sends a call that must be done, and waits for what it says. */
    JsonNode require(ObjectNode call) throws IOException, InterruptedException {
        try {
            Answer answer = ask(call).get();
            if (!answer.done()) {
                throw new IOException("the blog answers " + call + " with " + answer.body());
            }
            return json.readTree(answer.body());
        } catch (ExecutionException e) {
            throw new IOException("the blog does not answer " + call, e);
        }
    }

    private Answer answer(String body) {
        try {
            return answer(json.readTree(body));
        } catch (JsonProcessingException e) {
            return new Answer(false, 1, body);
        }
    }

    /** What a web action's result says. */
    static Answer answer(JsonNode result) {
        return result.path("statusCode").asInt() == DONE
                ? new Answer(
                        true,
                        result.path("headers").path("X-Runs").asInt(1),
                        result.path("body").asText())
                : new Answer(false, 1, result.toString());
    }
}
