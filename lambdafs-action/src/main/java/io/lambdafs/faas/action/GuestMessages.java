package io.lambdafs.faas.action;

import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonCodec;
import io.lambdafs.container.JsonObject;
import io.lambdafs.container.MalformedJsonException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The JSON that guests are called with, and that they answer. */
final class GuestMessages {
    /** OpenWhisk's bound on parameters and results. */
    static final int MOST_BYTES = 1 << 20;

    /** No message of that size has more values, names and brackets. */
    static final int MOST_VALUES = 2 << 20;

    private final JsonCodec codec = new JsonCodec(MOST_VALUES);

    /** The function's parameters alone. */
    byte[] parameters(Invocation invocation) {
        return codec.write(invocation.params());
    }

    /** The message of OpenWhisk's action loop: the parameters, and what the platform says about the call; one line. */
    byte[] line(Invocation invocation) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("value", invocation.params().fields());
        message.putAll(about(invocation));
        byte[] json = codec.write(new JsonObject(message));
        byte[] line = new byte[json.length + 1];
        System.arraycopy(json, 0, line, 0, json.length);
        line[json.length] = '\n';
        return line;
    }

    /** What the platform says about a call, without what it leaves out. */
    static Map<String, String> about(Invocation invocation) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("activation_id", invocation.activationId());
        about.put("transaction_id", invocation.transactionId());
        about.put("action_name", invocation.actionName());
        about.put(
                "deadline",
                invocation.deadline().equals(Instant.MAX)
                        ? ""
                        : String.valueOf(invocation.deadline().toEpochMilli()));
        about.values().removeIf(String::isEmpty);
        return about;
    }

    /** What a guest has answered. */
    JsonObject result(byte[] json) throws GuestException {
        if (json.length > MOST_BYTES) {
            throw new GuestException("The action produced a response that exceeded the allowed length: more than "
                    + MOST_BYTES + " bytes.");
        }
        try {
            return codec.read(json);
        } catch (MalformedJsonException e) {
            throw new GuestException("The action did not return a JSON object: " + e.getMessage() + ".");
        }
    }

    /** Refuses a result that no caller would get, before what was done for it is stored. */
    void requireSize(JsonObject result) throws GuestException {
        int length = codec.write(result).length;
        if (length > MOST_BYTES) {
            throw new GuestException("The action produced a response that exceeded the allowed length: " + length
                    + " > " + MOST_BYTES + " bytes.");
        }
    }
}
