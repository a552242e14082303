package io.lambdafs.openwhisk.action;

import java.time.Instant;

/** One call of the action: its parameters and what OpenWhisk says about the call. */
public record Activation(
        JsonObject params, String activationId, String transactionId, String actionName, Instant deadline) {
    static Activation from(JsonObject message) throws MalformedJsonException {
        return new Activation(
                message.object("value"),
                message.text("activation_id").orElse(""),
                message.text("transaction_id").orElse(""),
                message.text("action_name").orElse(""),
                deadline(message.text("deadline").orElse("")));
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
