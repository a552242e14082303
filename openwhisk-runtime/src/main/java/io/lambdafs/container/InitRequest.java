package io.lambdafs.container;

import java.util.Map;
import java.util.Optional;

/** What a container gets once: the function that it is to be and, on OpenWhisk, the environment of its first call. */
public record InitRequest(
        String name, String main, boolean binary, Optional<String> code, Map<String, String> environment) {
    public InitRequest {
        environment = Map.copyOf(environment);
    }

    /** The function of this name, of which nothing else is said. */
    public static InitRequest named(String name) {
        return new InitRequest(name, "main", false, Optional.empty(), Map.of());
    }

    /** Reads the value of OpenWhisk's {@code /init}. */
    public static InitRequest from(JsonObject value) {
        return new InitRequest(
                value.text("name").orElse(""),
                value.text("main").orElse("main"),
                value.flag("binary"),
                value.text("code"),
                value.texts("env"));
    }
}
