package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** {@code /namespaces}: the one namespace, its limits, and the way to its collections. */
final class NamespacesResource implements RestResource {
    private static final int MEBI = 1 << 20;
    private static final Set<String> COLLECTIONS = Set.of("actions", "activations", "limits");

    private final String namespace;
    private final LimitSettings allowed;
    private final RestResource actions;
    private final RestResource activations;

    NamespacesResource(String namespace, LimitSettings allowed, RestResource actions, RestResource activations) {
        this.namespace = namespace;
        this.allowed = allowed;
        this.actions = actions;
        this.activations = activations;
    }

    @Override
    public CompletionStage<RestReply> handle(RestRequest request) {
        if (request.method().equals("PATCH")) {
            // OpenWhisk has no route for it.
            throw RestException.notFound();
        }
        List<String> path = request.path();
        if (path.isEmpty()) {
            ActionsResource.requireMethod(request.isGet(), "GET");
            return RestReply.now(JsonNodeFactory.instance.arrayNode().add(namespace));
        }
        String collection = path.size() > 1 ? path.get(1) : "";
        if (!COLLECTIONS.contains(collection)) {
            throw RestException.notFound();
        }
        RestRequest rest = request.withPath(path.subList(2, path.size()));
        if (!path.get(0).equals("_") && !path.get(0).equals(namespace)) {
            throw new RestException(
                    403,
                    "The supplied authentication is not authorized to access '" + path.get(0)
                            + rest.path().stream().map("/"::concat).collect(Collectors.joining()) + "'.");
        }
        return switch (collection) {
            case "actions" -> actions.handle(rest);
            case "activations" -> activations.handle(rest);
            default -> limits(rest);
        };
    }

    private CompletionStage<RestReply> limits(RestRequest request) {
        ActionsResource.requireMethod(request.isGet(), "GET");
        ObjectNode limits = JsonNodeFactory.instance.objectNode();
        limits.put("concurrentInvocations", allowed.concurrentInvocations());
        limits.put("firesPerMinute", allowed.invocationsPerMinute());
        limits.put("invocationsPerMinute", allowed.invocationsPerMinute());
        limits.put("maxActionConcurrency", allowed.maxConcurrency());
        limits.put("maxActionInstances", allowed.concurrentInvocations());
        limits.put("maxActionLogs", allowed.maxLogsMb());
        limits.put("maxActionMemory", allowed.maxMemoryMb());
        limits.put("maxActionTimeout", allowed.maxTimeMillis());
        limits.put("maxParameterSize", size(allowed.maxPayloadBytes()));
        limits.put("maxPayloadSize", size(allowed.maxPayloadBytes()));
        limits.put("minActionConcurrency", 1);
        limits.put("minActionLogs", 0);
        limits.put("minActionMemory", allowed.minMemoryMb());
        limits.put("minActionTimeout", allowed.minTimeMillis());
        limits.put("truncationSize", size(allowed.maxPayloadBytes()));
        return RestReply.now(limits);
    }

    /** As OpenWhisk writes sizes. */
    private static String size(int bytes) {
        return bytes % MEBI == 0 ? bytes / MEBI + " MB" : bytes + " B";
    }
}
