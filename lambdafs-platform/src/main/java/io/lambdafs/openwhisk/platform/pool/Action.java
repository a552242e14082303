package io.lambdafs.openwhisk.platform.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

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
    /** What instances of actions with a volume are made from. The platform's configuration says what that is. */
    public static final String VOLUME_IMAGE = "lambdafs/action";

    /** The annotation that gives an action a volume. Like all that begin as it does, its instances are told it. */
    public static final String VOLUME = "lambdafs-volume";

    private static final String TOLD = "lambdafs-";

    public String fullName() {
        return namespace + "/" + name;
    }

    public String kind() {
        return exec.path("kind").asText();
    }

    /** What decides on the command line: the volume if there is one, the image of a blackbox, the kind otherwise. */
    public String image() {
        if (hasVolume()) {
            return VOLUME_IMAGE;
        }
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

    private boolean hasVolume() {
        return hasVolume(annotations);
    }

    /** Whether annotations give an action a volume. */
    public static boolean hasVolume(JsonNode annotations) {
        for (JsonNode annotation : annotations) {
            if (annotation.path("key").asText().equals(VOLUME)) {
                return true;
            }
        }
        return false;
    }

    /** Adds to the environment that an instance is told in its initialisation. */
    void addEnvironment(ObjectNode environment) {
        if (hasVolume()) {
            environment.put("LAMBDAFS_KIND", kind());
            annotations.forEach(annotation -> {
                String key = annotation.path("key").asText();
                if (key.startsWith(TOLD)) {
                    environment.put(
                            key.toUpperCase(Locale.ROOT).replace('-', '_'),
                            annotation.path("value").asText());
                }
            });
        }
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
