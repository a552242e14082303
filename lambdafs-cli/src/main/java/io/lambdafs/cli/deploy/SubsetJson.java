package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;

/** Compares what a platform has with what it was asked for: platforms add fields of their own. */
final class SubsetJson {
    private SubsetJson() {}

    /** Whether {@code present} has each field of {@code wanted} with the same value; arrays have the same length. */
    static boolean has(JsonNode present, JsonNode wanted) {
        if (wanted.isObject()) {
            return present.isObject()
                    && wanted.properties().stream()
                            .allMatch(field -> has(present.path(field.getKey()), field.getValue()));
        }
        if (!wanted.isArray()) {
            return (wanted.isNumber() && present.isNumber())
                    ? wanted.asDouble() == present.asDouble()
                    : wanted.equals(present);
        }
        if (present.size() != wanted.size()) {
            // What is empty, some platforms leave out.
            return false;
        }
        for (int i = 0; i < wanted.size(); i++) {
            if (!has(present.path(i), wanted.path(i))) {
                return false;
            }
        }
        return true;
    }
}
