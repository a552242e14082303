package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.openwhisk.platform.pool.Action;
import io.lambdafs.openwhisk.platform.pool.ActivationRecord;

/** Activation records as JSON. */
final class ActivationJson {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private ActivationJson() {}

    /** The whole record. */
    static ObjectNode describe(ActivationRecord ended) {
        ObjectNode json = common(ended);
        json.set("logs", logs(ended));
        json.set("response", response(ended));
        json.put("subject", ended.action().namespace());
        return json;
    }

    /** What a list shows. */
    static ObjectNode summary(ActivationRecord ended) {
        return common(ended).put("statusCode", ended.response().status().code());
    }

    static ObjectNode response(ActivationRecord ended) {
        ObjectNode json = NODES.objectNode();
        json.set("result", ended.response().result());
        json.put("size", ended.response().size());
        json.put("status", ended.response().status().text());
        json.put("success", ended.response().isSuccess());
        return json;
    }

    static ArrayNode logs(ActivationRecord ended) {
        ArrayNode lines = NODES.arrayNode();
        ended.logs().forEach(lines::add);
        return lines;
    }

    private static ObjectNode common(ActivationRecord ended) {
        ObjectNode json = NODES.objectNode();
        json.put("activationId", ended.activationId());
        json.set("annotations", annotations(ended));
        json.put("duration", ended.timing().end() - ended.timing().start());
        json.put("end", ended.timing().end());
        json.put("name", ended.action().name());
        json.put("namespace", ended.action().namespace());
        json.put("publish", false);
        json.put("start", ended.timing().start());
        json.put("version", ended.action().version());
        return json;
    }

    private static ArrayNode annotations(ActivationRecord ended) {
        Action action = ended.action();
        ArrayNode annotations = NODES.arrayNode();
        annotations.add(ActionJson.keyValue("path", NODES.textNode(action.fullName())));
        annotations.add(
                ActionJson.keyValue("waitTime", NODES.numberNode(ended.timing().waited())));
        annotations.add(ActionJson.keyValue("kind", NODES.textNode(action.kind())));
        annotations.add(ActionJson.keyValue("timeout", NODES.booleanNode(ended.timedOut())));
        annotations.add(ActionJson.keyValue("limits", ActionJson.limitsJson(action.limits())));
        ended.initMillis()
                .ifPresent(millis -> annotations.add(ActionJson.keyValue("initTime", NODES.numberNode(millis))));
        return annotations;
    }
}
