package io.lambdafs.container;

import java.time.Instant;

/** One call of the function: its parameters, and what the platform says about the call; texts are empty where it says nothing. */
public record Invocation(
        JsonObject params, String activationId, String transactionId, String actionName, Instant deadline) {
    /** Reads the message of OpenWhisk's {@code /run}. */
    public static Invocation from(JsonObject message) throws MalformedJsonException {
        return new Invocation(
                message.object("value"),
                message.text("activation_id").orElse(""),
                message.text("transaction_id").orElse(""),
                message.text("action_name").orElse(""),
                deadline(message.text("deadline").orElse("")));
    }

    /** A call of which nothing is known but its parameters. */
    public static Invocation of(JsonObject params) {
        return new Invocation(params, "", "", "", Instant.MAX);
    }

    private static Instant deadline(String millis) throws MalformedJsonException {
        if (millis.isEmpty()) {
            return Instant.MAX;
        }
        try {
            return Instant.ofEpochMilli(Long.parseLong(millis));
        } catch (NumberFormatException e) {
            throw new MalformedJsonException("\"deadline\" is not a number of milliseconds");
        }
    }
}
