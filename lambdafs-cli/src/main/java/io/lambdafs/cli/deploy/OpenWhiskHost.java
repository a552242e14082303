package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.cli.deploy.DeployException.Kind;
import io.lambdafs.openwhisk.action.InstanceSecret;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Functions as actions of OpenWhisk, by its REST interface; also of the local platform, which has the same. Settings are parameters of
 * {@code /init}, which OpenWhisk makes known to a container before its first call.
 */
final class OpenWhiskHost implements FunctionHost {
    private static final String ACTIONS = "/api/v1/namespaces/_/actions";
    private static final String CPU_MILLIS = "cpu-millis";
    private static final String INIT = "init";
    private static final String INSTANCES = "instances";
    private static final int PAGE = 200;
    private static final int MAX_PAGES = 50;

    private final FunctionNames names = new FunctionNames("");
    private final String url;
    private final Supplier<String> key;
    private final RestClient rest;
    private final Secrets secrets;

    /**
     * What OpenWhisk must send to containers.
     *
     * @param ofImage what containers of the image want to be shown; empty where the platform has another way
     * @param settings secrets among the settings by the names of their variables; without those that are not needed, or that the image
     *     has
     */
    record Secrets(Optional<DeploymentSecretFile> ofImage, Map<String, DeploymentSecretFile> settings) {
        static final Secrets NONE = new Secrets(Optional.empty(), Map.of());

        Secrets {
            settings = Map.copyOf(settings);
        }
    }

    /**
     * Actions of a namespace.
     *
     * @param url the API host, without a slash at its end
     * @param key the namespace's key, {@code uuid:key}
     */
    OpenWhiskHost(String url, Supplier<String> key, RestClient rest, Secrets secrets) {
        this.url = url;
        this.key = key;
        this.rest = rest;
        this.secrets = secrets;
    }

    @Override
    public String name() {
        return url;
    }

    @Override
    public String function(int number) {
        return names.of(number);
    }

    @Override
    public List<String> requests(FunctionSpec spec, int number) {
        return List.of("PUT " + ACTIONS + "/" + function(number) + "?overwrite=true\n"
                + definition(spec, DeploymentSecretFile::shown).toPrettyString());
    }

    private ObjectNode definition(FunctionSpec spec, Function<DeploymentSecretFile, String> value) {
        ObjectNode action = JsonNodeFactory.instance.objectNode();
        ObjectNode exec = action.putObject("exec").put("kind", "blackbox").put("image", spec.image());
        ArrayNode parameters = action.putArray("parameters");
        secrets.ofImage().map(value).ifPresent(secret -> {
            exec.put("code", secret);
            parameters.addObject().put("key", InstanceSecret.PARAMETER).put("value", secret);
        });
        environment(spec, value)
                .forEach((name, text) -> parameters
                        .addObject()
                        .put("key", name)
                        .put("value", text)
                        .put(INIT, true));
        ObjectNode limits = action.putObject("limits")
                .put("timeout", FunctionSpec.TIMEOUT_SECONDS * 1000)
                .put("memory", spec.memoryMb())
                // Collecting the log after each activation would cost more than the activation.
                .put("logs", 0)
                .put("concurrency", spec.concurrency());
        if (spec.max() != 0) {
            limits.put(INSTANCES, spec.max());
        }
        action.putArray("annotations");
        return action;
    }

    /* Without settings the image has them. */
    private SortedMap<String, String> environment(FunctionSpec spec, Function<DeploymentSecretFile, String> value) {
        SortedMap<String, String> all = new TreeMap<>(spec.settings());
        if (!all.isEmpty()) {
            all.put(FunctionSpec.DEPLOYMENTS, Integer.toString(spec.deployments()));
        }
        secrets.settings().forEach((name, file) -> all.put(name, value.apply(file)));
        return all;
    }

    @Override
    public NavigableSet<Integer> present() {
        NavigableSet<Integer> numbers = new TreeSet<>();
        for (int page = 0; page < MAX_PAGES; page++) {
            JsonNode some = ask("GET", ACTIONS + "?limit=" + PAGE + "&skip=" + page * PAGE, null);
            for (JsonNode action : some) {
                // What is in a package is somebody else's.
                if (!action.path("namespace").asText().contains("/")) {
                    names.number(action.path("name").asText()).ifPresent(numbers::add);
                }
            }
            if (some.size() < PAGE) {
                break;
            }
        }
        return numbers;
    }

    @Override
    public Map<String, String> settings(int number) {
        Map<String, String> settings = new HashMap<>();
        find(number)
                .ifPresent(action -> action.path("parameters").forEach(parameter -> {
                    String name = parameter.path("key").asText();
                    if (parameter.path(INIT).asBoolean() && !FunctionSpec.isSecret(name)) {
                        settings.put(name, parameter.path("value").asText());
                    }
                }));
        return settings;
    }

    @Override
    public DeploymentChange apply(FunctionSpec spec, int number) {
        Optional<JsonNode> present = find(number);
        ObjectNode wanted = definition(spec, DeploymentSecretFile::read);
        if (present.isPresent() && matches(present.get(), wanted)) {
            return DeploymentChange.UNCHANGED;
        }
        present.ifPresent(action -> keepCpu(action, wanted.withArray("annotations")));
        JsonNode unused = ask("PUT", path(number) + "?overwrite=" + present.isPresent(), wanted);
        return present.isPresent() ? DeploymentChange.UPDATED : DeploymentChange.CREATED;
    }

    /* The local platform's limit of CPU, which 'lambdafs start' sets. */
    private static void keepCpu(JsonNode present, ArrayNode annotations) {
        for (JsonNode annotation : present.path("annotations")) {
            if (annotation.path("key").asText().equals(CPU_MILLIS)) {
                annotations.add(annotation);
            }
        }
    }

    private static boolean matches(JsonNode present, JsonNode wanted) {
        return SubsetJson.has(present.path("exec"), wanted.path("exec"))
                && present.at("/exec/code")
                        .asText("")
                        .equals(wanted.at("/exec/code").asText(""))
                && hasLimits(present.path("limits"), wanted.path("limits"))
                && parameters(present).equals(parameters(wanted));
    }

    /* Earlier releases do not know the number of instances, and leave it out. */
    private static boolean hasLimits(JsonNode present, JsonNode wanted) {
        ObjectNode known = wanted.deepCopy();
        if (!present.has(INSTANCES)) {
            known.remove(INSTANCES);
        }
        return SubsetJson.has(present, known);
    }

    private static Map<String, String> parameters(JsonNode action) {
        Map<String, String> parameters = new HashMap<>();
        action.path("parameters")
                .forEach(parameter -> parameters.put(
                        parameter.path("key").asText(),
                        parameter.path(INIT).asBoolean() + " "
                                + parameter.path("value").asText()));
        return parameters;
    }

    @Override
    public boolean remove(int number) {
        RestClient.Reply reply = send("DELETE", path(number), null);
        if (reply.status() == 404) {
            return false;
        }
        JsonNode unused = require(path(number), reply);
        return true;
    }

    @Override
    public JsonNode invoke(int number, JsonNode parameters) {
        URI where = URI.create(url + path(number) + "?blocking=true&result=true");
        RestClient.Reply reply = rest.sendOnce("POST", where, this::headers, parameters);
        if (reply.status() == 502) {
            // The function's own error, or that of its container.
            return rest.json(where, reply);
        }
        if (reply.status() == 202) {
            throw new DeployException(
                    Kind.NOT_SERVING,
                    function(number)
                            + " did not answer within a minute: look at its activations ('wsk activation list')");
        }
        if (reply.status() == 429 || reply.status() >= 500) {
            throw rest.refusedForNow(where, reply);
        }
        return require(where.getPath(), reply);
    }

    private Optional<JsonNode> find(int number) {
        RestClient.Reply reply = send("GET", path(number), null);
        return reply.status() == 404 ? Optional.empty() : Optional.of(require(path(number), reply));
    }

    private static String path(String function) {
        return ACTIONS + "/" + function;
    }

    private String path(int number) {
        return path(function(number));
    }

    private JsonNode ask(String method, String path, @Nullable JsonNode body) {
        return require(path, send(method, path, body));
    }

    private RestClient.Reply send(String method, String path, @Nullable JsonNode body) {
        return rest.send(method, URI.create(url + path), this::headers, body);
    }

    private JsonNode require(String path, RestClient.Reply reply) {
        return rest.require(
                URI.create(url + path),
                reply,
                "give the key of the namespace, UUID:KEY, in the file --auth-file ('wsk property get --auth' prints it)");
    }

    private Map<String, String> headers(String method, URI where, byte[] body) {
        String encoded = Base64.getEncoder().encodeToString(key.get().getBytes(StandardCharsets.UTF_8));
        return Map.of("Authorization", "Basic " + encoded);
    }
}
