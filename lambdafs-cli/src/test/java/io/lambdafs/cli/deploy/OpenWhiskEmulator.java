package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Actions of OpenWhisk. */
final class OpenWhiskEmulator extends Emulator {
    static final String KEY = "23bc46b1:123zO3xZCLrMN6v2";

    private static final String ACTIONS = "/api/v1/namespaces/_/actions";
    private static final Set<String> KNOWN = Set.of(
            "/exec/kind",
            "/exec/image",
            "/exec/code",
            "/parameters/key",
            "/parameters/value",
            "/parameters/init",
            "/limits/timeout",
            "/limits/memory",
            "/limits/logs",
            "/limits/concurrency",
            "/limits/instances",
            "/annotations/key",
            "/annotations/value");

    private final Map<String, ObjectNode> actions = new TreeMap<>();

    OpenWhiskEmulator() throws IOException {}

    @Override
    boolean isAllowed(Asked asked) {
        String expected = "Basic " + Base64.getEncoder().encodeToString(KEY.getBytes(StandardCharsets.UTF_8));
        return expected.equals(asked.headers().getFirst("Authorization"));
    }

    @Override
    Answer refusal() {
        return Answer.error(401, "error", "The supplied authentication is invalid.");
    }

    @Override
    Answer handle(Asked asked) {
        if (asked.is("GET", ACTIONS)) {
            ArrayNode list = NODES.arrayNode();
            actions.keySet().forEach(name -> list.addObject().put("name", name).put("namespace", "guest"));
            list.addObject().put("name", "namenode7").put("namespace", "guest/package");
            return Answer.of(200, list);
        }
        String name = asked.path().substring(ACTIONS.length() + 1);
        ObjectNode present = actions.get(name);
        if (asked.method().equals("PUT")) {
            return put(name, asked, present);
        }
        if (present == null) {
            return Answer.error(404, "error", "The requested resource does not exist.");
        }
        return switch (asked.method()) {
            case "GET" -> Answer.of(200, present);
            case "DELETE" -> {
                actions.remove(name);
                yield Answer.of(200, present);
            }
            default -> invoke(present, asked.body());
        };
    }

    private Answer put(String name, Asked asked, @Nullable ObjectNode present) {
        requireKnown(asked.body(), KNOWN);
        if (present != null && !asked.query().equals("overwrite=true")) {
            return Answer.error(409, "error", "resource already exists");
        }
        if (asked.body().at("/limits/memory").asInt() > 512) {
            return Answer.error(400, "error", "requirement failed: memory size exceeds allowed threshold");
        }
        ObjectNode action = asked.body().deepCopy();
        action.put("name", name).put("namespace", "guest").put("version", "0.0.1");
        action.withObject("/exec").put("binary", false);
        action.withArray("annotations").addObject().put("key", "exec").put("value", "blackbox");
        actions.put(name, action);
        return Answer.of(200, action);
    }

    private Answer invoke(ObjectNode action, JsonNode parameters) {
        // The runtime refuses calls without the secret, which is the code and a parameter.
        boolean proven = false;
        for (JsonNode parameter : action.path("parameters")) {
            proven |= parameter.path("key").asText().equals("action-secret")
                    && parameter
                            .path("value")
                            .asText()
                            .equals(action.at("/exec/code").asText());
        }
        JsonNode answer = proven
                ? function.answer(parameters)
                : NODES.objectNode().put("error", "The action's code is not this container's secret");
        return Answer.of(answer.has("error") ? 502 : 200, answer);
    }
}
