package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.cli.deploy.DeployException.Kind;
import io.lambdafs.cli.deploy.kubernetes.KubernetesAccess;
import io.lambdafs.cli.deploy.kubernetes.KubernetesAccessException;
import io.lambdafs.client.platform.PlainHttpPlatform;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Functions as Knative Services. They are made by server-side apply, under a field manager's name of this program's own: what others have
 * set stays, and what they own as well is a conflict. The containers are what the chart makes them ({@code helm/lambdafs}).
 */
final class KnativeHost implements FunctionHost {
    private static final String API = "/apis/serving.knative.dev/v1/namespaces/";
    private static final String MANAGER = "lambdafs-deploy";
    private static final String MANAGED_BY = "app.kubernetes.io/managed-by";
    private static final String COMPONENT = "app.kubernetes.io/component";
    private static final int USER = 10001;
    private static final int PAGE = 200;

    private final KubernetesAccess access;
    private final FunctionNames names;
    private final KubernetesSecrets secrets;
    private final RestClient rest;
    private final PlatformPatience patience;
    private final Calls calls;

    /**
     * How functions are called.
     *
     * @param pattern the address of a function with {@code {function}} in it; empty for what Knative says
     * @param secret what callers must show; empty if functions are not called
     */
    record Calls(String pattern, Optional<DeploymentSecretFile> secret) {}

    KnativeHost(
            KubernetesAccess access,
            FunctionNames names,
            KubernetesSecrets secrets,
            RestClient rest,
            PlatformPatience patience,
            Calls calls) {
        this.access = access;
        this.names = names;
        this.secrets = secrets;
        this.rest = rest;
        this.patience = patience;
        this.calls = calls;
    }

    /** A sender that trusts the cluster's certificate. */
    static HttpClient sender(KubernetesAccess access) {
        HttpClient.Builder sender = RestClient.sender();
        access.tls().ifPresent(sender::sslContext);
        return sender.build();
    }

    @Override
    public String name() {
        return access.server() + ", namespace " + access.namespace();
    }

    @Override
    public String function(int number) {
        return names.of(number);
    }

    @Override
    public List<String> requests(FunctionSpec spec, int number) {
        return List.of("---\n" + ManifestYaml.of(manifest(spec, number)));
    }

    private ObjectNode manifest(FunctionSpec spec, int number) {
        ObjectNode service = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "serving.knative.dev/v1")
                .put("kind", "Service");
        ObjectNode metadata =
                service.putObject("metadata").put("name", function(number)).put("namespace", access.namespace());
        labels(metadata, number)
                .put(MANAGED_BY, MANAGER)
                // Reachable from inside of the cluster only.
                .put("networking.knative.dev/visibility", "cluster-local");
        ObjectNode template = service.putObject("spec").putObject("template");
        ObjectNode templateMetadata = template.putObject("metadata");
        labels(templateMetadata, number);
        templateMetadata
                .putObject("annotations")
                .put("autoscaling.knative.dev/min-scale", Integer.toString(spec.min()))
                .put("autoscaling.knative.dev/max-scale", Integer.toString(spec.max()));
        pod(template.putObject("spec"), spec, number);
        return service;
    }

    private static ObjectNode labels(ObjectNode metadata, int number) {
        return metadata.putObject("labels")
                .put("app.kubernetes.io/name", "lambdafs")
                .put(COMPONENT, "namenode")
                .put("lambdafs-function", "namenode" + number);
    }

    private void pod(ObjectNode pod, FunctionSpec spec, int number) {
        pod.put("automountServiceAccountToken", false)
                .put("enableServiceLinks", false)
                .put("containerConcurrency", spec.concurrency())
                .put("timeoutSeconds", FunctionSpec.TIMEOUT_SECONDS);
        ObjectNode container =
                pod.putArray("containers").addObject().put("name", "namenode").put("image", spec.image());
        ArrayNode env = container.putArray("env");
        spec.environment("http", number)
                .forEach((name, value) -> env.addObject().put("name", name).put("value", value));
        env.addObject().put("name", "LAMBDAFS_HTTP_CONCURRENCY").put("value", Integer.toString(spec.concurrency()));
        env.addObject().put("name", "LAMBDAFS_HTTP_SECRET_FILE").put("value", "/etc/lambdafs/secret/http");
        secrets.addTo(env);
        container.putArray("ports").addObject().put("name", "http1").put("containerPort", 8080);
        container.putObject("readinessProbe").putObject("httpGet").put("path", "/readyz");
        container
                .putObject("livenessProbe")
                .put("periodSeconds", 10)
                .put("timeoutSeconds", 5)
                .put("failureThreshold", 6)
                .putObject("httpGet")
                .put("path", "/healthz");
        ObjectNode resources = container.putObject("resources");
        resources.putObject("requests").put("memory", spec.memoryMb() + "Mi");
        resources.putObject("limits").put("memory", spec.memoryMb() + "Mi");
        rights(container.putObject("securityContext"));
        ArrayNode mounts = container.putArray("volumeMounts");
        mounts.addObject()
                .put("name", "secret")
                .put("mountPath", "/etc/lambdafs/secret")
                .put("readOnly", true);
        mounts.addObject().put("name", "tmp").put("mountPath", "/tmp");
        volumes(pod.putArray("volumes"));
    }

    private static void rights(ObjectNode context) {
        context.put("runAsNonRoot", true)
                .put("runAsUser", USER)
                .put("runAsGroup", USER)
                .put("allowPrivilegeEscalation", false)
                .put("readOnlyRootFilesystem", true);
        context.putObject("seccompProfile").put("type", "RuntimeDefault");
        context.putObject("capabilities").putArray("drop").add("ALL");
    }

    private void volumes(ArrayNode volumes) {
        ObjectNode secret =
                volumes.addObject().put("name", "secret").putObject("secret").put("secretName", secrets.http());
        secret.putArray("items").addObject().put("key", "http").put("path", "http");
        volumes.addObject().put("name", "tmp").putObject("emptyDir").put("sizeLimit", "64Mi");
    }

    @Override
    public NavigableSet<Integer> present() {
        NavigableSet<Integer> numbers = new TreeSet<>();
        String more = "";
        do {
            String query = "?labelSelector=" + COMPONENT + "%3Dnamenode&limit=" + PAGE
                    + (more.isEmpty() ? "" : "&continue=" + more);
            JsonNode list = ask("GET", path("") + query, null);
            for (JsonNode service : list.path("items")) {
                names.number(service.at("/metadata/name").asText()).ifPresent(numbers::add);
            }
            more = list.at("/metadata/continue").asText("");
        } while (!more.isEmpty());
        return numbers;
    }

    @Override
    public Map<String, String> settings(int number) {
        Map<String, String> settings = new HashMap<>();
        find(number)
                .ifPresent(service -> service.at("/spec/template/spec/containers/0/env")
                        .forEach(variable -> {
                            if (variable.path("value").isTextual()) {
                                settings.put(
                                        variable.path("name").asText(),
                                        variable.path("value").asText());
                            }
                        }));
        return settings;
    }

    @Override
    public DeploymentChange apply(FunctionSpec spec, int number) {
        ObjectNode wanted = manifest(spec, number);
        Optional<JsonNode> present = find(number);
        present.ifPresent(this::requireOurs);
        if (present.filter(service -> SubsetJson.has(service, wanted)).isPresent()) {
            awaitReady(number);
            return DeploymentChange.UNCHANGED;
        }
        JsonNode unused = ask("PATCH", path("/" + function(number)) + "?fieldManager=" + MANAGER, wanted);
        awaitReady(number);
        return present.isPresent() ? DeploymentChange.UPDATED : DeploymentChange.CREATED;
    }

    private void requireOurs(JsonNode service) {
        String owner = service.at("/metadata/labels").path(MANAGED_BY).asText("");
        if (!owner.equals(MANAGER)) {
            throw new DeployException(
                    Kind.CONFLICT,
                    "the Service " + service.at("/metadata/name").asText() + " in " + name() + " is managed by "
                            + (owner.isEmpty() ? "somebody else" : owner)
                            + ": change it there, or give another --prefix");
        }
    }

    private void awaitReady(int number) {
        String unused = patience.await(function(number) + " was ready", () -> {
            JsonNode service = find(number)
                    .orElseThrow(() -> new DeployException(
                            Kind.CONFLICT, "somebody removes " + function(number) + " meanwhile: run this again"));
            boolean observed = service.at("/status/observedGeneration").asLong(-1)
                    == service.at("/metadata/generation").asLong(0);
            JsonNode ready = condition(service);
            if (observed && ready.path("status").asText().equals("True")) {
                return Optional.of("ready");
            }
            if (observed && ready.path("status").asText().equals("False")) {
                throw new DeployException(
                        Kind.NOT_SERVING,
                        function(number) + " does not become ready: "
                                + ready.path("reason").asText() + ", "
                                + ready.path("message").asText() + ". See 'kubectl -n " + access.namespace()
                                + " logs -l lambdafs-function=namenode" + number + "'");
            }
            return Optional.empty();
        });
    }

    private static JsonNode condition(JsonNode service) {
        for (JsonNode condition : service.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Ready")) {
                return condition;
            }
        }
        return JsonNodeFactory.instance.missingNode();
    }

    @Override
    public boolean remove(int number) {
        find(number).ifPresent(this::requireOurs);
        RestClient.Reply reply = send("DELETE", path("/" + function(number)), null);
        if (reply.status() == 404) {
            return false;
        }
        JsonNode unused = require(path("/" + function(number)), reply);
        return true;
    }

    @Override
    public JsonNode invoke(int number, JsonNode parameters) {
        DeploymentSecretFile secret = calls.secret()
                .orElseThrow(() -> new DeployException(
                        Kind.INPUT,
                        "give --secret-file FILE with the secret of the Secret " + secrets.http()
                                + ", which callers must show, or --no-check"));
        URI where = URI.create(address(number));
        RestClient.Reply reply = rest.send(
                "POST", where, (method, url, body) -> Map.of("Authorization", "Bearer " + secret.read()), parameters);
        return rest.require(where, reply, "--secret-file must have what the Secret " + secrets.http() + " has");
    }

    private String address(int number) {
        if (!calls.pattern().isEmpty()) {
            return PlainHttpPlatform.address(calls.pattern(), number);
        }
        JsonNode service = find(number).orElse(JsonNodeFactory.instance.missingNode());
        String address = service.at("/status/address/url")
                .asText(service.at("/status/url").asText(""));
        if (address.isEmpty()) {
            throw new DeployException(
                    Kind.NOT_SERVING,
                    "Knative does not say the address of " + function(number)
                            + " yet: give --function-url, or --no-check");
        }
        return address;
    }

    private Optional<JsonNode> find(int number) {
        String path = path("/" + function(number));
        RestClient.Reply reply = send("GET", path, null);
        return reply.status() == 404 ? Optional.empty() : Optional.of(require(path, reply));
    }

    private String path(String below) {
        return API + access.namespace() + "/services" + below;
    }

    private JsonNode ask(String method, String path, @Nullable JsonNode body) {
        return require(path, send(method, path, body));
    }

    private RestClient.Reply send(String method, String path, @Nullable JsonNode body) {
        return rest.send(method, URI.create(access.server() + path), this::headers, body);
    }

    private JsonNode require(String path, RestClient.Reply reply) {
        return rest.require(
                URI.create(access.server() + path),
                reply,
                "log in as for kubectl, with the right to get, list, patch and delete services.serving.knative.dev in the"
                        + " namespace " + access.namespace());
    }

    private Map<String, String> headers(String method, URI url, byte[] body) {
        Map<String, String> headers = new HashMap<>();
        try {
            access.token().get().ifPresent(token -> headers.put("Authorization", "Bearer " + token));
        } catch (KubernetesAccessException e) {
            throw new DeployException(Kind.CREDENTIALS, String.valueOf(e.getMessage()), e);
        }
        headers.put("Accept", "application/json");
        if (method.equals("PATCH")) {
            headers.put("Content-Type", "application/apply-patch+yaml");
        }
        return headers;
    }
}
