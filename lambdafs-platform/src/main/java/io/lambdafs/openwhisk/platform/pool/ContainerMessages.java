package io.lambdafs.openwhisk.platform.pool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;

/** The bodies of {@code /init} and {@code /run}. */
final class ContainerMessages {
    private final ObjectMapper mapper;

    ContainerMessages(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    byte[] init(PendingCall call, long nowMillis) {
        Action action = call.action();
        ObjectNode message = mapper.createObjectNode();
        ObjectNode value = message.putObject("value");
        value.put("name", action.name());
        value.put("main", action.exec().path("main").asText("main"));
        value.put("binary", action.exec().path("binary").asBoolean());
        value.put("code", action.exec().path("code").asText(""));
        ObjectNode environment = value.putObject("env");
        action.addEnvironment(environment);
        environment
                .put("__OW_NAMESPACE", action.namespace())
                .put("__OW_ACTION_NAME", "/" + action.fullName())
                .put("__OW_ACTION_VERSION", action.version())
                .put("__OW_ACTIVATION_ID", call.activationId())
                .put("__OW_TRANSACTION_ID", call.transactionId())
                .put("__OW_DEADLINE", String.valueOf(call.deadlineMillis(nowMillis)));
        return bytes(message);
    }

    byte[] run(PendingCall call, long nowMillis) {
        Action action = call.action();
        ObjectNode message = mapper.createObjectNode();
        message.set("value", call.parameters());
        message.put("namespace", action.namespace());
        message.put("action_name", "/" + action.fullName());
        message.put("action_version", action.version());
        message.put("activation_id", call.activationId());
        message.put("transaction_id", call.transactionId());
        message.put("deadline", String.valueOf(call.deadlineMillis(nowMillis)));
        return bytes(message);
    }

    private byte[] bytes(ObjectNode message) {
        try {
            return mapper.writeValueAsBytes(message);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
