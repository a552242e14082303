package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code /namespaces}: the one namespace, its limits, and the way to its collections. */
final class NamespacesResource implements RestResource {
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
        List<String> path = request.path();
        if (path.isEmpty()) {
            ActionsResource.requireMethod(request.isGet(), "GET");
            return RestReply.now(JsonNodeFactory.instance.arrayNode().add(namespace));
        }
        if (!path.get(0).equals("_") && !path.get(0).equals(namespace)) {
            throw new RestException(403, "The supplied authentication is not authorized to access this resource.");
        }
        RestRequest rest = request.withPath(path.subList(Math.min(2, path.size()), path.size()));
        return switch (path.size() > 1 ? path.get(1) : "") {
            case "actions" -> actions.handle(rest);
            case "activations" -> activations.handle(rest);
            case "limits" -> limits(rest);
            default -> throw RestException.notFound();
        };
    }

    private CompletionStage<RestReply> limits(RestRequest request) {
        ActionsResource.requireMethod(request.isGet(), "GET");
        return RestReply.now(JsonNodeFactory.instance
                .objectNode()
                .put("concurrentInvocations", allowed.concurrentInvocations())
                .put("firesPerMinute", allowed.invocationsPerMinute())
                .put("invocationsPerMinute", allowed.invocationsPerMinute()));
    }
}
