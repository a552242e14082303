package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.openwhisk.platform.pool.Action;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code /actions}: list, create, read and delete actions; invoking them is {@link InvokeResource}'s. */
final class ActionsResource implements RestResource {
    private static final String NAME = "[\\w]|[\\w][\\w@ .-]{0,254}[\\w@.-]";

    private static final Comparator<Action> NEWEST_FIRST = Comparator.comparingLong(Action::updatedMillis)
            .thenComparingLong(Action::revision)
            .reversed();

    private final ActionRegistry registry;
    private final ActionJson json;
    private final InvokeResource invoke;

    ActionsResource(ActionRegistry registry, ActionJson json, InvokeResource invoke) {
        this.registry = registry;
        this.json = json;
        this.invoke = invoke;
    }

    @Override
    public CompletionStage<RestReply> handle(RestRequest request) {
        if (request.path().isEmpty()) {
            requireMethod(request.isGet(), "GET");
            return RestReply.now(list(request));
        }
        if (request.path().size() > 1) {
            // Actions in packages: there are no packages here.
            throw RestException.notFound();
        }
        String name = request.path().get(0);
        return switch (request.method()) {
            case "GET" -> RestReply.now(json.describe(registry.require(name), request.flag("code", true)));
            case "PUT" -> RestReply.now(json.describe(put(name, request), true));
            case "DELETE" -> RestReply.now(json.describe(registry.remove(name), true));
            case "POST" -> invoke.handle(request);
            default ->
                throw new RestException(405, "HTTP method not allowed, supported methods: PUT, GET, POST, DELETE");
        };
    }

    private Action put(String name, RestRequest request) {
        if (!name.matches(NAME)) {
            throw new RestException(400, "The name of the entity contains illegal characters.");
        }
        ObjectNode document = request.object();
        json.requireKnownKind(document.path("exec"), document.path("annotations"));
        return registry.put(name, document, request.flag("overwrite", false));
    }

    private JsonNode list(RestRequest request) {
        List<Action> all = registry.all();
        if (request.flag("count", false)) {
            return JsonNodeFactory.instance.objectNode().put("actions", all.size());
        }
        RestRequest.Page page = request.page("actions");
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        all.stream()
                .sorted(NEWEST_FIRST)
                .skip(page.skip())
                .limit(page.limit())
                .map(json::summary)
                .forEach(list::add);
        return list;
    }

    static void requireMethod(boolean allowed, String supported) {
        if (!allowed) {
            throw new RestException(405, "HTTP method not allowed, supported methods: " + supported);
        }
    }
}
