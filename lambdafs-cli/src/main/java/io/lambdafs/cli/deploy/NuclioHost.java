package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.cli.deploy.DeployException.Kind;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Functions of Nuclio, by its dashboard's interface. Each pod of a function has Nuclio's processor, which runs a handler of a few lines, and
 * the container of λFS beside it (a sidecar), to which the handler hands the requests.
 */
final class NuclioHost implements FunctionHost {
    private static final String FUNCTIONS = "/api/functions";
    private static final String PROJECT = "nuclio.io/project-name";
    private static final String NAMESPACE = "x-nuclio-function-namespace";
    private static final int CONTAINER_PORT = 8090;
    private static final int USER = 10001;

    private final String url;
    private final String namespace;
    private final FunctionNames names;
    private final KubernetesSecrets secrets;
    private final RestClient rest;
    private final PlatformPatience patience;
    private final Access access;

    /**
     * What requests show.
     *
     * @param dashboard the value of the dashboard's header {@code Authorization}; empty if it asks for none
     * @param functions what functions want to be shown; empty if they are not called
     * @param project Nuclio's project
     */
    record Access(Optional<DeploymentSecretFile> dashboard, Optional<DeploymentSecretFile> functions, String project) {}

    NuclioHost(
            URI url,
            String namespace,
            FunctionNames names,
            KubernetesSecrets secrets,
            RestClient rest,
            PlatformPatience patience,
            Access access) {
        this.url = url.toString();
        this.namespace = namespace;
        this.names = names;
        this.secrets = secrets;
        this.rest = rest;
        this.patience = patience;
        this.access = access;
    }

    @Override
    public String name() {
        return url + ", namespace " + namespace;
    }

    @Override
    public String function(int number) {
        return names.of(number);
    }

    @Override
    public List<String> requests(FunctionSpec spec, int number) {
        ObjectNode manifest = JsonNodeFactory.instance
                .objectNode()
                .put("apiVersion", "nuclio.io/v1beta1")
                .put("kind", "NuclioFunction");
        manifest.setAll(function(spec, number));
        return List.of("---\n" + ManifestYaml.of(manifest));
    }

    private ObjectNode function(FunctionSpec spec, int number) {
        ObjectNode function = JsonNodeFactory.instance.objectNode();
        function.set("metadata", metadata(number));
        function.withObject("/metadata")
                .putObject("labels")
                .put(PROJECT, access.project())
                .put("lambdafs-function", "namenode" + number);
        ObjectNode is = function.putObject("spec")
                .put("description", "namenode" + number + " of λFS")
                .put("runtime", "golang")
                .put("handler", "main:Handler")
                .put("minReplicas", spec.min())
                .put("maxReplicas", spec.max())
                .put("disableSensitiveFieldsMasking", false);
        is.putArray("env").addObject().put("name", "CONTAINER_PORT").put("value", Integer.toString(CONTAINER_PORT));
        is.putObject("build")
                .put("functionSourceCode", Base64.getEncoder().encodeToString(handler()))
                .put("codeEntryType", "sourceCode");
        is.putObject("triggers")
                .putObject("http")
                .put("kind", "http")
                .put("numWorkers", spec.concurrency())
                .put("workerAvailabilityTimeoutMilliseconds", 5000);
        is.putObject("securityContext").put("runAsUser", USER).put("runAsGroup", USER);
        container(is.putArray("sidecars").addObject(), spec, number);
        return function;
    }

    private ObjectNode metadata(int number) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("name", function(number))
                .put("namespace", namespace);
    }

    private void container(ObjectNode container, FunctionSpec spec, int number) {
        container.put("name", "namenode").put("image", spec.image());
        ArrayNode env = container.putArray("env");
        spec.environment("http", number)
                .forEach((name, value) -> env.addObject().put("name", name).put("value", value));
        env.addObject().put("name", "PORT").put("value", Integer.toString(CONTAINER_PORT));
        env.addObject().put("name", "LAMBDAFS_HTTP_CONCURRENCY").put("value", Integer.toString(spec.concurrency()));
        KubernetesSecrets.add(env, "LAMBDAFS_HTTP_SECRET", secrets.http(), "http");
        secrets.addTo(env);
        container.putArray("ports").addObject().put("name", "namenode").put("containerPort", CONTAINER_PORT);
        container
                .putObject("readinessProbe")
                .putObject("httpGet")
                .put("path", "/readyz")
                .put("port", CONTAINER_PORT);
        ObjectNode resources = container.putObject("resources");
        resources.putObject("requests").put("memory", spec.memoryMb() + "Mi");
        resources.putObject("limits").put("memory", spec.memoryMb() + "Mi");
    }

    /** The handler, which hands a request to the container beside it. */
    static byte[] handler() {
        return """
                package main

                import (
                	"bytes"
                	"io"
                	"net/http"
                	"os"
                	"time"

                	"github.com/nuclio/nuclio-sdk-go"
                )

                var client = &http.Client{
                	Timeout:   60 * time.Second,
                	Transport: &http.Transport{MaxIdleConnsPerHost: 1000},
                }

                // Handler has the container of the same pod answer.
                func Handler(context *nuclio.Context, event nuclio.Event) (interface{}, error) {
                	url := "http://127.0.0.1:" + os.Getenv("CONTAINER_PORT") + event.GetPath()
                	request, err := http.NewRequest(event.GetMethod(), url, bytes.NewReader(event.GetBody()))
                	if err != nil {
                		return nil, err
                	}
                	request.Header.Set("Authorization", event.GetHeaderString("Authorization"))
                	request.Header.Set("Content-Type", "application/json")
                	answer, err := client.Do(request)
                	if err != nil {
                		return nuclio.Response{StatusCode: 503, ContentType: "application/json", Body: []byte(`{"error":"the container is not there yet"}`)}, nil
                	}
                	defer answer.Body.Close()
                	body, err := io.ReadAll(answer.Body)
                	if err != nil {
                		return nil, err
                	}
                	headers := map[string]interface{}{}
                	if after := answer.Header.Get("Retry-After"); after != "" {
                		headers["Retry-After"] = after
                	}
                	return nuclio.Response{StatusCode: answer.StatusCode, ContentType: "application/json", Headers: headers, Body: body}, nil
                }
                """.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public NavigableSet<Integer> present() {
        NavigableSet<Integer> numbers = new TreeSet<>();
        ask("GET", FUNCTIONS, null)
                .fieldNames()
                .forEachRemaining(name -> names.number(name).ifPresent(numbers::add));
        return numbers;
    }

    @Override
    public Map<String, String> settings(int number) {
        Map<String, String> settings = new HashMap<>();
        find(number)
                .ifPresent(function -> function.at("/spec/sidecars/0/env").forEach(variable -> {
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
        ObjectNode wanted = function(spec, number);
        Optional<JsonNode> present = find(number);
        if (present.isEmpty()) {
            accept("POST", FUNCTIONS, wanted);
            awaitReady(number);
            return DeploymentChange.CREATED;
        }
        if (SubsetJson.has(present.get().path("spec"), wanted.path("spec"))) {
            awaitReady(number);
            return DeploymentChange.UNCHANGED;
        }
        requireOurs(present.get());
        // Labels cannot be changed, and what is left out of the spec is taken away: the image that Nuclio has built,
        // for instance.
        ObjectNode whole = present.get().deepCopy();
        whole.withObject("/spec").setAll((ObjectNode) wanted.path("spec"));
        whole.remove("status");
        accept("PUT", path(number), whole);
        awaitReady(number);
        return DeploymentChange.UPDATED;
    }

    private void requireOurs(JsonNode function) {
        if (function.at("/metadata/labels").path("lambdafs-function").isMissingNode()) {
            throw new DeployException(
                    Kind.CONFLICT,
                    "the function " + function.at("/metadata/name").asText() + " of " + name()
                            + " was not made by this program: give another --prefix");
        }
    }

    private void accept(String method, String path, JsonNode body) {
        RestClient.Reply reply = send(method, path, body, UnaryOperator.identity());
        if (!reply.succeeded()) {
            throw failure(path, reply);
        }
    }

    private void awaitReady(int number) {
        String unused = patience.await(function(number) + " was ready", () -> {
            JsonNode status = find(number)
                    .orElseThrow(() -> new DeployException(
                            Kind.CONFLICT, "somebody removes " + function(number) + " meanwhile: run this again"))
                    .path("status");
            String state = status.path("state").asText();
            if (state.equals("error") || state.equals("unhealthy")) {
                throw new DeployException(
                        Kind.NOT_SERVING,
                        function(number) + " does not become ready (" + state + "): "
                                + status.path("message").asText("look at the function's log in the dashboard"));
            }
            return state.equals("ready") || state.equals("scaledToZero") ? Optional.of(state) : Optional.empty();
        });
    }

    @Override
    public boolean remove(int number) {
        Optional<JsonNode> present = find(number);
        if (present.isEmpty()) {
            return false;
        }
        requireOurs(present.get());
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("metadata", metadata(number));
        accept("DELETE", FUNCTIONS, body);
        return true;
    }

    @Override
    public JsonNode invoke(int number, JsonNode parameters) {
        DeploymentSecretFile secret = access.functions()
                .orElseThrow(() -> new DeployException(
                        Kind.INPUT,
                        "give --secret-file FILE with the secret of the Secret " + secrets.http()
                                + ", which callers must show, or --no-check"));
        JsonNode status =
                find(number).orElse(JsonNodeFactory.instance.missingNode()).path("status");
        String where = status.at("/internalInvocationUrls/0").asText("");
        if (where.isEmpty()) {
            throw new DeployException(
                    Kind.NOT_SERVING, "Nuclio does not say where " + function(number) + " is called: give --no-check");
        }
        RestClient.Reply reply = send("POST", "/api/function_invocations", parameters, headers -> {
            // The dashboard hands on all headers but its own, so this is the function's.
            headers.put("Authorization", "Bearer " + secret.read());
            headers.put("x-nuclio-function-name", function(number));
            headers.put("x-nuclio-invoke-url", where);
            headers.put("x-nuclio-path", "/");
            return headers;
        });
        URI url = URI.create(this.url + "/api/function_invocations");
        return rest.require(url, reply, "--secret-file must have what the Secret " + secrets.http() + " has");
    }

    private Optional<JsonNode> find(int number) {
        RestClient.Reply reply = send("GET", path(number), null, UnaryOperator.identity());
        if (reply.status() == 404) {
            return Optional.empty();
        }
        return Optional.of(require(path(number), reply));
    }

    private String path(int number) {
        return FUNCTIONS + "/" + function(number);
    }

    private JsonNode ask(String method, String path, @Nullable JsonNode body) {
        return require(path, send(method, path, body, UnaryOperator.identity()));
    }

    private RestClient.Reply send(
            String method, String path, @Nullable JsonNode body, UnaryOperator<Map<String, String>> more) {
        return rest.send(method, URI.create(url + path), (m, u, b) -> more.apply(headers()), body);
    }

    private JsonNode require(String path, RestClient.Reply reply) {
        if (!reply.succeeded()) {
            throw failure(path, reply);
        }
        return rest.json(URI.create(url + path), reply);
    }

    private DeployException failure(String path, RestClient.Reply reply) {
        return rest.failure(
                URI.create(url + path),
                reply,
                "give the value of the header Authorization that the dashboard wants in the file --auth-file");
    }

    private Map<String, String> headers() {
        Map<String, String> headers = new HashMap<>();
        headers.put(NAMESPACE, namespace);
        headers.put("x-nuclio-project-name", access.project());
        access.dashboard().ifPresent(file -> headers.put("Authorization", file.read()));
        return headers;
    }
}
