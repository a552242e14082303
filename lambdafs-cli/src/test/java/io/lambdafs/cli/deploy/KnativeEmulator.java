package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Services of Knative at an API server of Kubernetes, and the functions behind them. */
final class KnativeEmulator extends Emulator {
    static final String TOKEN = "the-token";
    static final String SECRET = "the-secret-of-the-functions";

    private static final String SERVICES = "/apis/serving.knative.dev/v1/namespaces/files/services";
    private static final String POD = "/spec/template/spec/";
    private static final Set<String> KNOWN = Set.of(
            "/apiVersion",
            "/kind",
            "/metadata/name",
            "/metadata/namespace",
            "/metadata/labels/*",
            "/spec/template/metadata/labels/*",
            "/spec/template/metadata/annotations/*",
            POD + "automountServiceAccountToken",
            POD + "enableServiceLinks",
            POD + "containerConcurrency",
            POD + "timeoutSeconds",
            POD + "containers/name",
            POD + "containers/image",
            POD + "containers/env/name",
            POD + "containers/env/value",
            POD + "containers/env/valueFrom/secretKeyRef/*",
            POD + "containers/ports/*",
            POD + "containers/readinessProbe/httpGet/path",
            POD + "containers/livenessProbe/*",
            POD + "containers/resources/*",
            POD + "containers/securityContext/*",
            POD + "containers/volumeMounts/*",
            POD + "volumes/name",
            POD + "volumes/secret/*",
            POD + "volumes/emptyDir/sizeLimit");

    private final Map<String, ObjectNode> services = new TreeMap<>();
    private int looks;

    KnativeEmulator() throws IOException {}

    @Override
    boolean isAllowed(Asked asked) {
        String wanted = asked.path().startsWith("/call/") ? SECRET : TOKEN;
        return ("Bearer " + wanted).equals(asked.headers().getFirst("Authorization"));
    }

    @Override
    Answer refusal() {
        return Answer.error(401, "message", "Unauthorized");
    }

    @Override
    Answer handle(Asked asked) {
        if (asked.path().startsWith("/call/")) {
            return Answer.of(200, function.answer(asked.body()));
        }
        if (asked.is("GET", SERVICES)) {
            return list();
        }
        String name = asked.path().substring(SERVICES.length() + 1);
        ObjectNode present = services.get(name);
        if (asked.method().equals("PATCH")) {
            return patch(name, asked, present);
        }
        if (present == null) {
            return Answer.error(404, "message", "services.serving.knative.dev \"" + name + "\" not found");
        }
        if (asked.method().equals("DELETE")) {
            services.remove(name);
            return Answer.of(200, NODES.objectNode().put("status", "Success"));
        }
        // A revision takes a moment until it is ready.
        if (++looks % 2 == 0) {
            present.withObject("/status")
                    .put(
                            "observedGeneration",
                            present.at("/metadata/generation").asLong());
        }
        return Answer.of(200, present);
    }

    private Answer list() {
        ObjectNode list = NODES.objectNode();
        ArrayNode items = list.putArray("items");
        services.values().forEach(items::add);
        list.putObject("metadata");
        return Answer.of(200, list);
    }

    private Answer patch(String name, Asked asked, @Nullable ObjectNode present) {
        requireKnown(asked.body(), KNOWN);
        if (!asked.query().equals("fieldManager=lambdafs-deploy")
                || !asked.headers().getFirst("Content-Type").equals("application/apply-patch+yaml")) {
            return Answer.error(415, "message", "not an apply patch");
        }
        long generation =
                present == null ? 0 : present.at("/metadata/generation").asLong();
        ObjectNode service = asked.body().deepCopy();
        service.withObject("/metadata").put("generation", generation + 1).put("uid", "x");
        service.withObject("/spec/template/spec").put("responseStartTimeoutSeconds", 60);
        ((ObjectNode) service.at("/spec/template/spec/containers/0")).put("terminationMessagePath", "/dev/null");
        service.putArray("annotations");
        ObjectNode status = service.putObject("status").put("observedGeneration", generation);
        status.putObject("address").put("url", url() + "/call/" + name);
        status.putArray("conditions").addObject().put("type", "Ready").put("status", "True");
        services.put(name, service);
        return Answer.of(present == null ? 201 : 200, service);
    }

    /** Makes a Service that somebody else manages. */
    synchronized void addOfHelm(String name) {
        ObjectNode service = NODES.objectNode();
        service.putObject("metadata").put("name", name).putObject("labels").put("app.kubernetes.io/managed-by", "Helm");
        services.put(name, service);
    }
}
