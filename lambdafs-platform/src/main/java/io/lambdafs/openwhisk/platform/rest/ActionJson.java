package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.openwhisk.platform.pool.Action;
import io.lambdafs.openwhisk.platform.pool.ActionLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Actions as JSON: the document that creates one, and the one that describes it. */
final class ActionJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String CPU_MILLIS = "cpu-millis";

    private static final String BLACKBOX = "blackbox";

    private final LimitSettings allowed;
    private final Set<String> images;

    /**
     * Of a platform with these images.
     *
     * @param images each is also a kind
     */
    ActionJson(LimitSettings allowed, Set<String> images) {
        this.allowed = allowed;
        this.images = images;
    }

    /** Refuses an action of which no instance could ever be started, because nobody knows its kind. */
    void requireKnownKind(JsonNode exec, JsonNode annotations) {
        if (Action.hasVolume(annotations)) {
            requireVolumes();
            return;
        }
        String kind = exec.path("kind").asText(BLACKBOX);
        if (!kind.equals(BLACKBOX) && !images.contains(kind)) {
            List<String> known = new ArrayList<>(new TreeSet<>(images));
            known.add(BLACKBOX);
            throw RestException.malformed("kind '" + kind + "' not in Set(" + String.join(", ", known) + ")");
        }
    }

    /** Of which kinds functions with a volume can be, their instances know. */
    private void requireVolumes() {
        if (!images.contains(Action.VOLUME_IMAGE)) {
            throw RestException.malformed(
                    "this platform has no volumes: its configuration has no image " + Action.VOLUME_IMAGE);
        }
    }

    /** The limits asked for, the standard ones where nothing is asked; that of CPU is an annotation, as OpenWhisk has none. */
    ActionLimits limits(JsonNode limits, ActionLimits standard, ArrayNode annotations) {
        return new LimitCheck(allowed)
                .require(new ActionLimits(
                        integer(limits, "timeout", standard.timeoutMillis()),
                        integer(limits, "memory", standard.memoryMb()),
                        integer(limits, "logs", standard.logsMb()),
                        integer(limits, "concurrency", standard.concurrency()),
                        cpuMillis(annotations)));
    }

    private static int cpuMillis(ArrayNode annotations) {
        int cpuMillis = ActionLimits.UNLIMITED_CPU;
        for (JsonNode annotation : annotations) {
            if (annotation.path("key").asText().equals(CPU_MILLIS)) {
                JsonNode value = annotation.path("value");
                // Zero would mean no limit, which an action has that leaves the annotation out.
                if (!value.isInt() || value.intValue() < 1) {
                    throw RestException.malformed("annotations malformed: '" + CPU_MILLIS
                            + "' must be a positive integer, in thousandths of a core");
                }
                cpuMillis = value.intValue();
            }
        }
        return cpuMillis;
    }

    ActionLimits standardLimits() {
        return new ActionLimits(allowed.standardTimeMillis(), allowed.standardMemoryMb(), allowed.standardLogsMb(), 1);
    }

    ObjectNode exec(JsonNode exec) {
        if (!exec.isObject() || !exec.path("kind").isTextual()) {
            throw RestException.malformed("'kind' must be a string defined in 'exec'");
        }
        String kind = exec.path("kind").asText();
        if (kind.equals(BLACKBOX) && !exec.path("image").isTextual()) {
            throw RestException.malformed("'image' must be a string defined in 'exec' for 'blackbox' actions");
        }
        if (!kind.equals(BLACKBOX) && !exec.path("code").isTextual()) {
            throw RestException.malformed(
                    "'code' must be a string or attachment object defined in 'exec' for '" + kind + "' actions");
        }
        if (kind.startsWith("java") && !exec.path("main").isTextual()) {
            throw RestException.malformed("'main' must be a string defined in 'exec' for '" + kind + "' actions");
        }
        ObjectNode result = ((ObjectNode) exec).deepCopy();
        if (!result.has("binary")) {
            result.put("binary", isBase64(result.path("code").asText("")));
        }
        return result;
    }

    /** The caller's annotations and those that the server adds. */
    ArrayNode annotations(JsonNode given, String kind) {
        ArrayNode annotations = NODES.arrayNode();
        boolean apiKey = false;
        for (JsonNode annotation : keyValues(given, "annotations")) {
            String key = annotation.path("key").asText();
            apiKey |= key.equals("provide-api-key");
            if (!key.equals("exec")) {
                annotations.add(annotation);
            }
        }
        if (!apiKey) {
            annotations.add(keyValue("provide-api-key", NODES.booleanNode(false)));
        }
        return annotations.add(keyValue("exec", NODES.textNode(kind)));
    }

    ArrayNode keyValues(JsonNode given, String field) {
        if (given.isMissingNode() || given.isNull()) {
            return NODES.arrayNode();
        }
        if (!given.isArray()) {
            throw RestException.malformed(field + " malformed!");
        }
        for (JsonNode pair : given) {
            if (!pair.path("key").isTextual() || !pair.has("value")) {
                throw RestException.malformed(field + " malformed!");
            }
        }
        return ((ArrayNode) given).deepCopy();
    }

    /** The whole document, with or without the code. */
    ObjectNode describe(Action action, boolean withCode) {
        ObjectNode json = summary(action);
        json.remove("exec");
        ObjectNode exec = action.exec().deepCopy();
        if (!withCode) {
            exec.remove("code");
        }
        json.set("exec", exec);
        json.set("parameters", action.parameters());
        return json;
    }

    /** What a list shows. */
    ObjectNode summary(Action action) {
        ObjectNode json = NODES.objectNode();
        json.set("annotations", action.annotations());
        json.putObject("exec").put("binary", action.exec().path("binary").asBoolean());
        json.set("limits", limitsJson(action.limits()));
        json.put("name", action.name());
        json.put("namespace", action.namespace());
        json.put("publish", action.publish());
        json.put("updated", action.updatedMillis());
        json.put("version", action.version());
        return json;
    }

    static ObjectNode limitsJson(ActionLimits limits) {
        return NODES.objectNode()
                .put("concurrency", limits.concurrency())
                .put("logs", limits.logsMb())
                .put("memory", limits.memoryMb())
                .put("timeout", limits.timeoutMillis());
    }

    static ObjectNode keyValue(String key, JsonNode value) {
        ObjectNode pair = NODES.objectNode().put("key", key);
        pair.set("value", value);
        return pair;
    }

    private static int integer(JsonNode parent, String field, int standard) {
        JsonNode value = parent.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return standard;
        }
        if (!value.isInt()) {
            throw RestException.malformed("limits malformed: '" + field + "' must be an integer");
        }
        return value.intValue();
    }

    private static boolean isBase64(String code) {
        return !code.isEmpty() && code.length() % 4 == 0 && code.matches("[A-Za-z0-9+/]+={0,2}");
    }
}
