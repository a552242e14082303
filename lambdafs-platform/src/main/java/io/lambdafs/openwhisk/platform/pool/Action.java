package io.lambdafs.openwhisk.platform.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A registered action. The JSON parts are never changed after construction.
 *
 * @param revision differs for any two versions that were ever registered, also after a delete; instances of one
 *     revision never serve another
 * @param parameters default parameters as OpenWhisk lists them, {@code [{key, value}]}; those with {@code "init": true} are for
 *     {@code /init}, all others for each call
 */
public record Action(
        String namespace,
        String name,
        String version,
        long revision,
        long updatedMillis,
        ObjectNode exec,
        ActionLimits limits,
        ArrayNode parameters,
        ArrayNode annotations,
        boolean publish) {
    public String fullName() {
        return namespace + "/" + name;
    }

    public String kind() {
        return exec.path("kind").asText();
    }

    /** What decides on the command line: the image of a blackbox, the kind otherwise. */
    public String image() {
        return kind().equals("blackbox") ? exec.path("image").asText() : kind();
    }

    /** The call's parameters over the action's defaults. */
    public ObjectNode merge(ObjectNode arguments) {
        if (parameters.isEmpty()) {
            return arguments;
        }
        ObjectNode merged = arguments.objectNode();
        parameters.forEach(parameter -> {
            if (!isForInit(parameter)) {
                merged.set(parameter.path("key").asText(), parameter.path("value"));
            }
        });
        merged.setAll(arguments);
        return merged;
    }

    /** Adds to the environment that an instance is told in its initialisation. */
    void addEnvironment(ObjectNode environment) {
        parameters.forEach(parameter -> {
            if (isForInit(parameter)) {
                environment.set(parameter.path("key").asText(), parameter.path("value"));
            }
        });
    }

    private static boolean isForInit(JsonNode parameter) {
        return parameter.path("init").asBoolean();
    }
}
