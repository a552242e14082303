package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.openwhisk.platform.pool.ActivationRecord;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/** {@code /activations}: what has been run. */
final class ActivationsResource implements RestResource {
    private static final int ID_LENGTH = 32;

    private final ActivationStore store;

    ActivationsResource(ActivationStore store) {
        this.store = store;
    }

    @Override
    public CompletionStage<RestReply> handle(RestRequest request) {
        ActionsResource.requireMethod(request.isGet(), "GET");
        return RestReply.now(request.path().isEmpty() ? list(request) : one(request.path()));
    }

    private JsonNode one(List<String> path) {
        String id = path.get(0);
        if (id.length() != ID_LENGTH) {
            throw new RestException(400, "Activation id length is " + id.length() + " but must be " + ID_LENGTH + ".");
        }
        ActivationRecord found = store.find(id).orElseThrow(RestException::notFound);
        return switch (path.size() == 1 ? "" : path.size() == 2 ? path.get(1) : "none") {
            case "" -> ActivationJson.describe(found);
            case "result" -> ActivationJson.response(found);
            case "logs" -> logs(found);
            default -> throw RestException.notFound();
        };
    }

    private static JsonNode logs(ActivationRecord found) {
        return JsonNodeFactory.instance.objectNode().set("logs", ActivationJson.logs(found));
    }

    private JsonNode list(RestRequest request) {
        Predicate<ActivationRecord> filter = filter(request);
        boolean docs = request.flag("docs", false);
        if (request.flag("count", false)) {
            if (docs) {
                throw new RestException(400, "The parameter 'docs' is not permitted with 'count'.");
            }
            int count = store.list(filter, 0, Integer.MAX_VALUE).size();
            return JsonNodeFactory.instance.objectNode().put("activations", count);
        }
        RestRequest.Page page = request.page("activations");
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        store.list(filter, page.skip(), page.limit()).stream()
                .map(entry -> docs ? ActivationJson.describe(entry) : ActivationJson.summary(entry))
                .forEach(list::add);
        return list;
    }

    private static Predicate<ActivationRecord> filter(RestRequest request) {
        long since = epoch(request, "since", 0);
        long upto = epoch(request, "upto", Long.MAX_VALUE);
        String name = request.query().get("name");
        return entry -> entry.timing().start() >= since
                && entry.timing().start() <= upto
                && (name == null || name.equals(entry.action().name()));
    }

    private static long epoch(RestRequest request, String name, long standard) {
        String refusal = "Parameter is not a valid value for epoch seconds: "
                + request.query().get(name);
        return request.number(name, 0, Long.MAX_VALUE, refusal).orElse(standard);
    }
}
