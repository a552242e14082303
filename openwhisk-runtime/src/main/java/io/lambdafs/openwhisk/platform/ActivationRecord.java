package io.lambdafs.openwhisk.platform;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;

/**
 * What is remembered of an activation that has ended.
 *
 * @param initMillis how long the initialisation took; absent if the instance was warm
 */
record ActivationRecord(
        String activationId,
        Action action,
        Timing timing,
        OptionalLong initMillis,
        boolean timedOut,
        ActivationResponse response,
        List<String> logs) {
    /** When an activation began and ended, and how long it waited before, in milliseconds. */
    record Timing(long start, long end, long waited) {}

    ActivationRecord {
        logs = List.copyOf(logs);
    }

    ActivationRecord withLogs(List<String> newLogs) {
        return new ActivationRecord(activationId, action, timing, initMillis, timedOut, response, newLogs);
    }

    ObjectNode toJson() {
        ObjectNode json = common();
        ArrayNode lines = json.putArray("logs");
        logs.forEach(lines::add);
        json.set("response", responseJson());
        json.put("subject", action.namespace());
        return json;
    }

    /** What a list shows. */
    ObjectNode summary() {
        return common().put("statusCode", response.status().code());
    }

    ObjectNode responseJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set("result", response.result());
        json.put("size", response.size());
        json.put("status", response.status().text());
        json.put("success", response.isSuccess());
        return json;
    }

    private ObjectNode common() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("activationId", activationId);
        json.set("annotations", annotations());
        json.put("duration", timing.end() - timing.start());
        json.put("end", timing.end());
        json.put("name", action.name());
        json.put("namespace", action.namespace());
        json.put("publish", false);
        json.put("start", timing.start());
        json.put("version", action.version());
        return json;
    }

    private ArrayNode annotations() {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        ArrayNode annotations = nodes.arrayNode();
        annotations.add(ActionJson.keyValue("path", nodes.textNode(action.fullName())));
        annotations.add(ActionJson.keyValue("waitTime", nodes.numberNode(timing.waited())));
        annotations.add(ActionJson.keyValue("kind", nodes.textNode(action.kind())));
        annotations.add(ActionJson.keyValue("timeout", nodes.booleanNode(timedOut)));
        annotations.add(ActionJson.keyValue("limits", ActionJson.limitsJson(action.limits())));
        initMillis.ifPresent(millis -> annotations.add(ActionJson.keyValue("initTime", nodes.numberNode(millis))));
        return annotations;
    }
}
