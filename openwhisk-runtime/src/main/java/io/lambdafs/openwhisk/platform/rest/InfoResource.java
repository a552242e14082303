package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** {@code /} and {@code /api/v1}: what this platform is and allows, for everybody. */
final class InfoResource implements RestResource {
    private static final long MEBI = 1 << 20;

    private final LimitSettings allowed;
    private final Set<String> images;

    InfoResource(LimitSettings allowed, Set<String> images) {
        this.allowed = allowed;
        this.images = images;
    }

    @Override
    public CompletionStage<RestReply> handle(RestRequest request) {
        ActionsResource.requireMethod(request.isGet(), "GET");
        return RestReply.now(request.path().isEmpty() ? server() : api());
    }

    private static ObjectNode api() {
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        info.put("description", "OpenWhisk API");
        info.put("api_version", "1.0.0");
        info.put("api_version_path", "v1");
        return info;
    }

    private ObjectNode server() {
        ObjectNode info = JsonNodeFactory.instance.objectNode();
        info.putArray("api_paths").add("/api/v1");
        info.put("description", "OpenWhisk");
        info.putObject("limits")
                .put("actions_per_minute", allowed.invocationsPerMinute())
                .put("concurrent_actions", allowed.concurrentInvocations())
                .put("max_action_duration", allowed.maxTimeMillis())
                .put("max_action_logs", allowed.maxLogsMb() * MEBI)
                .put("max_action_memory", allowed.maxMemoryMb() * MEBI)
                .put("min_action_duration", allowed.minTimeMillis())
                .put("min_action_logs", 0)
                .put("min_action_memory", allowed.minMemoryMb() * MEBI)
                .put("sequence_length", 0)
                .put("triggers_per_minute", allowed.invocationsPerMinute());
        ArrayNode runtimes = info.putObject("runtimes").putArray("blackbox");
        images.stream().sorted().forEach(image -> runtimes.addObject().put("image", image));
        return info;
    }
}
