package io.lambdafs.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What one container of a rendered workload runs.
 *
 * @param workload the name of the Deployment, StatefulSet or Knative Service
 * @param init the command of the container that runs before; empty if there is none
 * @param command program and arguments; empty if the image says what to run
 * @param environment the variables, with what Secrets and the pod's address put in their place
 */
record RenderedPod(String workload, List<String> init, List<String> command, Map<String, String> environment) {
    /** What {@code status.podIP} stands for. */
    static final String ADDRESS = "POD-ADDRESS";

    /** One for each workload among these objects. */
    static List<RenderedPod> of(JsonNode objects) {
        return stream(objects)
                .filter(object -> object.at("/spec/template/spec").has("containers"))
                .map(object -> of(object, objects))
                .toList();
    }

    private static RenderedPod of(JsonNode object, JsonNode objects) {
        JsonNode pod = object.at("/spec/template/spec");
        JsonNode container = pod.path("containers").get(0);
        Map<String, String> environment = new LinkedHashMap<>();
        for (JsonNode variable : container.path("env")) {
            environment.put(variable.path("name").asText(), value(variable, objects));
        }
        List<String> command = new ArrayList<>(words(container.path("command")));
        command.addAll(words(container.path("args")));
        // As Kubernetes does with $(NAME).
        environment.forEach((name, value) -> command.replaceAll(word -> word.replace("$(" + name + ")", value)));
        return new RenderedPod(
                object.at("/metadata/name").asText(),
                words(pod.path("initContainers").path(0).path("command")),
                command,
                environment);
    }

    private static String value(JsonNode variable, JsonNode objects) {
        JsonNode from = variable.path("valueFrom");
        if (from.has("secretKeyRef")) {
            JsonNode key = from.path("secretKeyRef");
            return secret(objects, key.path("name").asText(), key.path("key").asText())
                    .orElse("not-in-the-chart");
        }
        return from.has("fieldRef") ? ADDRESS : variable.path("value").asText();
    }

    /** What a Secret among these objects has; empty if it is not among them. */
    static Optional<String> secret(JsonNode objects, String name, String key) {
        return stream(objects)
                .filter(object -> object.path("kind").asText().equals("Secret"))
                .filter(object -> object.at("/metadata/name").asText().equals(name))
                .map(object -> object.path("data").path(key).asText())
                .map(text -> new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8))
                .findFirst();
    }

    private static List<String> words(JsonNode array) {
        return stream(array).map(JsonNode::asText).toList();
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }
}
