package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Functions of Nuclio's dashboard. */
final class NuclioEmulator extends Emulator {
    static final String AUTHORIZATION = "Basic dGhlOmRhc2hib2FyZA==";
    static final String SECRET = "the-secret-of-the-functions";

    private static final String FUNCTIONS = "/api/functions";
    private static final Set<String> KNOWN = Set.of(
            "/metadata/name",
            "/metadata/namespace",
            "/metadata/labels/*",
            "/spec/description",
            "/spec/runtime",
            "/spec/handler",
            "/spec/image",
            "/spec/minReplicas",
            "/spec/maxReplicas",
            "/spec/disableSensitiveFieldsMasking",
            "/spec/env/*",
            "/spec/build/functionSourceCode",
            "/spec/build/codeEntryType",
            "/spec/triggers/http/kind",
            "/spec/triggers/http/numWorkers",
            "/spec/triggers/http/workerAvailabilityTimeoutMilliseconds",
            "/spec/securityContext/*",
            "/spec/sidecars/*");

    private final Map<String, ObjectNode> functions = new TreeMap<>();

    NuclioEmulator() throws IOException {}

    @Override
    boolean isAllowed(Asked asked) {
        String wanted = asked.path().equals("/api/function_invocations") ? "Bearer " + SECRET : AUTHORIZATION;
        return wanted.equals(asked.headers().getFirst("Authorization"));
    }

    @Override
    Answer refusal() {
        return Answer.error(401, "error", "Unauthorized");
    }

    @Override
    Answer handle(Asked asked) {
        if (!"files".equals(asked.headers().getFirst("x-nuclio-function-namespace"))) {
            return Answer.error(400, "error", "Namespace must exist");
        }
        if (asked.path().equals("/api/function_invocations")) {
            return ("http://10.0.0.1/" + asked.headers().getFirst("x-nuclio-function-name"))
                            .equals(asked.headers().getFirst("x-nuclio-invoke-url"))
                    ? Answer.of(200, function.answer(asked.body()))
                    : Answer.error(400, "error", "Invocation URL is not of the function");
        }
        if (asked.is("GET", FUNCTIONS)) {
            ObjectNode all = NODES.objectNode();
            all.setAll(functions);
            return Answer.of(200, all);
        }
        if (asked.is("POST", FUNCTIONS)) {
            return create(asked);
        }
        if (asked.is("DELETE", FUNCTIONS)) {
            boolean gone = functions.remove(asked.body().at("/metadata/name").asText()) == null;
            return gone ? Answer.error(404, "error", "Function not found") : Answer.empty(204);
        }
        String name = asked.path().substring(FUNCTIONS.length() + 1);
        ObjectNode present = functions.get(name);
        if (present == null) {
            return Answer.error(404, "error", "Function not found");
        }
        return asked.method().equals("PUT") ? update(name, asked) : Answer.of(200, becomingReady(present));
    }

    private Answer create(Asked asked) {
        requireKnown(asked.body(), KNOWN);
        String name = asked.body().at("/metadata/name").asText();
        if (functions.containsKey(name)) {
            return Answer.error(409, "error", "Cannot create function - already exists");
        }
        store(name, asked.body().deepCopy());
        return Answer.empty(202);
    }

    private Answer update(String name, Asked asked) {
        requireKnown(asked.body(), KNOWN);
        if (!asked.body().at("/spec/image").isTextual()) {
            return Answer.error(400, "error", "spec.image is missing");
        }
        store(name, asked.body().deepCopy());
        return Answer.empty(202);
    }

    private void store(String name, ObjectNode stored) {
        stored.withObject("/spec").put("image", "registry/processor-" + name + ":latest");
        stored.putObject("status").put("state", "building");
        functions.put(name, stored);
    }

    private static ObjectNode becomingReady(ObjectNode stored) {
        ObjectNode shown = stored.deepCopy();
        String name = stored.at("/metadata/name").asText();
        ObjectNode status = stored.withObject("/status").put("state", "ready");
        status.putArray("internalInvocationUrls").add("http://10.0.0.1/" + name);
        return shown;
    }
}
