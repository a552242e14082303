package io.lambdafs.openwhisk.action;

import java.util.Map;
import java.util.Optional;

/** What OpenWhisk says once to a new container: the action that it is to be, and the environment of its first call. */
public record InitRequest(
        String name, String main, boolean binary, Optional<String> code, Map<String, String> environment) {
    public InitRequest {
        environment = Map.copyOf(environment);
    }

    static InitRequest from(JsonObject value) {
        return new InitRequest(
                value.text("name").orElse(""),
                value.text("main").orElse("main"),
                value.flag("binary"),
                value.text("code"),
                value.texts("env"));
    }
}
