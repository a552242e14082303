package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.cli.deploy.DeployException.Kind;
import io.lambdafs.client.platform.aws.AwsCredentialsSource;
import io.lambdafs.client.platform.aws.AwsSignature;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** Functions of AWS Lambda whose package is a container image, by its interface, with signatures of version 4. */
final class LambdaHost implements FunctionHost {
    private static final String FUNCTIONS = "/2015-03-31/functions";
    private static final String RESERVED = "/2017-10-31/functions/";
    private static final String CONCURRENT = "ReservedConcurrentExecutions";

    private final Place place;
    private final FunctionNames names;
    private final Map<String, DeploymentSecretFile> secrets;
    private final AwsCredentialsSource credentials;
    private final RestClient rest;
    private final PlatformPatience patience;
    private final AwsSignature signature;

    /**
     * Where functions are, and what they may do.
     *
     * @param endpoint the address of Lambda's interface, without a slash at its end
     * @param role the ARN of the role that functions have
     * @param subnets of the VPC in which functions reach the store; may be empty
     * @param securityGroups of the functions in that VPC; may be empty
     * @param architecture {@code x86_64} or {@code arm64}
     */
    record Place(
            String endpoint,
            String region,
            String role,
            List<String> subnets,
            List<String> securityGroups,
            String architecture) {
        Place {
            subnets = List.copyOf(subnets);
            securityGroups = List.copyOf(securityGroups);
        }
    }

    LambdaHost(
            Place place,
            FunctionNames names,
            Map<String, DeploymentSecretFile> secrets,
            AwsCredentialsSource credentials,
            RestClient rest,
            PlatformPatience patience) {
        this.place = place;
        this.names = names;
        this.secrets = Map.copyOf(secrets);
        this.credentials = credentials;
        this.rest = rest;
        this.patience = patience;
        this.signature = new AwsSignature(place.region(), "lambda");
    }

    @Override
    public String name() {
        return place.endpoint();
    }

    @Override
    public String function(int number) {
        return names.of(number);
    }

    @Override
    public List<String> requests(FunctionSpec spec, int number) {
        ObjectNode create = JsonNodeFactory.instance.objectNode().put("FunctionName", function(number));
        create.setAll(configuration(spec, number, DeploymentSecretFile::shown));
        create.setAll(code(spec));
        create.put("PackageType", "Image");
        String request = "POST " + FUNCTIONS + "\n" + create.toPrettyString();
        return spec.max() == 0
                ? List.of(request)
                : List.of(
                        request,
                        "PUT " + RESERVED + function(number) + "/concurrency\n"
                                + concurrency(spec).toPrettyString());
    }

    /* What UpdateFunctionConfiguration takes. */
    private ObjectNode configuration(FunctionSpec spec, int number, Function<DeploymentSecretFile, String> value) {
        ObjectNode configuration = JsonNodeFactory.instance
                .objectNode()
                .put("Role", place.role())
                .put("Timeout", FunctionSpec.TIMEOUT_SECONDS)
                .put("MemorySize", spec.memoryMb())
                .put("Description", "namenode" + number + " of lambdafs");
        ObjectNode variables = configuration.putObject("Environment").putObject("Variables");
        spec.environment("lambda", number).forEach(variables::put);
        secrets.forEach((name, file) -> variables.put(name, value.apply(file)));
        ObjectNode vpc = configuration.putObject("VpcConfig");
        ArrayNode subnets = vpc.putArray("SubnetIds");
        place.subnets().forEach(subnets::add);
        ArrayNode groups = vpc.putArray("SecurityGroupIds");
        place.securityGroups().forEach(groups::add);
        return configuration;
    }

    private ObjectNode code(FunctionSpec spec) {
        ObjectNode code = JsonNodeFactory.instance.objectNode();
        code.putObject("Code").put("ImageUri", spec.image());
        code.putArray("Architectures").add(place.architecture());
        return code;
    }

    private static ObjectNode concurrency(FunctionSpec spec) {
        return JsonNodeFactory.instance.objectNode().put(CONCURRENT, spec.max());
    }

    @Override
    public NavigableSet<Integer> present() {
        NavigableSet<Integer> numbers = new TreeSet<>();
        String marker = "";
        do {
            String query = "/?MaxItems=50"
                    + (marker.isEmpty() ? "" : "&Marker=" + URLEncoder.encode(marker, StandardCharsets.UTF_8));
            JsonNode page = ask("GET", FUNCTIONS + query, null);
            for (JsonNode function : page.path("Functions")) {
                names.number(function.path("FunctionName").asText()).ifPresent(numbers::add);
            }
            marker = page.path("NextMarker").asText("");
        } while (!marker.isEmpty());
        return numbers;
    }

    @Override
    public Map<String, String> settings(int number) {
        Map<String, String> settings = new HashMap<>();
        find(number)
                .ifPresent(function -> function.at("/Configuration/Environment/Variables")
                        .properties()
                        .forEach(variable -> settings.put(
                                variable.getKey(), variable.getValue().asText())));
        settings.keySet().removeIf(FunctionSpec::isSecret);
        return settings;
    }

    @Override
    public DeploymentChange apply(FunctionSpec spec, int number) {
        Optional<JsonNode> present = find(number);
        if (present.isEmpty()) {
            ObjectNode create = JsonNodeFactory.instance.objectNode().put("FunctionName", function(number));
            create.setAll(configuration(spec, number, DeploymentSecretFile::read));
            create.setAll(code(spec));
            create.put("PackageType", "Image");
            JsonNode unused = ask("POST", FUNCTIONS, create);
            awaitActive(number);
            boolean unusedChange = limit(spec, number, 0);
            return DeploymentChange.CREATED;
        }
        awaitActive(number);
        boolean changed = updateCode(spec, number, present.get());
        changed |= updateConfiguration(spec, number, present.get());
        changed |= limit(
                spec, number, present.get().at("/Concurrency/" + CONCURRENT).asInt(0));
        return changed ? DeploymentChange.UPDATED : DeploymentChange.UNCHANGED;
    }

    private boolean updateCode(FunctionSpec spec, int number, JsonNode present) {
        boolean same = present.at("/Code/ImageUri").asText().equals(spec.image())
                && present.at("/Configuration/Architectures/0").asText("x86_64").equals(place.architecture());
        if (same) {
            return false;
        }
        ObjectNode code = JsonNodeFactory.instance.objectNode().put("ImageUri", spec.image());
        code.putArray("Architectures").add(place.architecture());
        change("PUT", FUNCTIONS + "/" + function(number) + "/code", code);
        awaitActive(number);
        return true;
    }

    private boolean updateConfiguration(FunctionSpec spec, int number, JsonNode present) {
        ObjectNode wanted = configuration(spec, number, DeploymentSecretFile::read);
        JsonNode is = present.path("Configuration");
        boolean same = SubsetJson.has(is, wanted.deepCopy().without("VpcConfig"))
                && is.at("/Environment/Variables").equals(wanted.at("/Environment/Variables"))
                && texts(is.at("/VpcConfig/SubnetIds")).equals(new TreeSet<>(place.subnets()))
                && texts(is.at("/VpcConfig/SecurityGroupIds")).equals(new TreeSet<>(place.securityGroups()));
        if (!same) {
            change("PUT", FUNCTIONS + "/" + function(number) + "/configuration", wanted);
            awaitActive(number);
        }
        return !same;
    }

    private static NavigableSet<String> texts(JsonNode list) {
        NavigableSet<String> texts = new TreeSet<>();
        StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).forEach(texts::add);
        return texts;
    }

    private boolean limit(FunctionSpec spec, int number, int present) {
        if (spec.max() == present) {
            return false;
        }
        String path = RESERVED + function(number) + "/concurrency";
        if (spec.max() == 0) {
            change("DELETE", path, null);
        } else {
            change("PUT", path, concurrency(spec));
        }
        return true;
    }

    /* 409 means that an earlier change is still under way. */
    private void change(String method, String path, @Nullable JsonNode body) {
        int unused = patience.await("AWS Lambda took the next change", () -> {
            RestClient.Reply reply = send(method, path, body);
            if (reply.status() == 409) {
                return Optional.empty();
            }
            if (!reply.succeeded()) {
                throw failure(path, reply);
            }
            return Optional.of(reply.status());
        });
    }

    private void awaitActive(int number) {
        String path = FUNCTIONS + "/" + function(number) + "/configuration";
        String unused = patience.await(function(number) + " was active", () -> {
            JsonNode is = ask("GET", path, null);
            String state = is.path("State").asText("Active");
            String update = is.path("LastUpdateStatus").asText("Successful");
            if (state.equals("Failed") || update.equals("Failed")) {
                throw new DeployException(
                        Kind.NOT_SERVING,
                        function(number) + " cannot be used: "
                                + is.path("StateReason")
                                        .asText(is.path("LastUpdateStatusReason")
                                                .asText(state)));
            }
            return !state.equals("Pending") && !update.equals("InProgress") ? Optional.of(state) : Optional.empty();
        });
    }

    @Override
    public boolean remove(int number) {
        String path = FUNCTIONS + "/" + function(number);
        RestClient.Reply reply = send("DELETE", path, null);
        if (!reply.succeeded() && reply.status() != 404) {
            throw failure(path, reply);
        }
        return reply.status() != 404;
    }

    @Override
    public JsonNode invoke(int number, JsonNode parameters) {
        URI where = URI.create(place.endpoint() + FUNCTIONS + "/" + function(number) + "/invocations");
        RestClient.Reply reply = rest.sendOnce("POST", where, this::headers, parameters);
        if (reply.status() == 429 || reply.status() >= 500) {
            throw rest.refusedForNow(where, reply);
        }
        JsonNode result = rest.require(where, reply, remedy(reply));
        if (reply.headers().containsKey("X-Amz-Function-Error")) {
            throw new DeployException(
                    Kind.NOT_SERVING,
                    function(number) + " fails: " + result.path("errorMessage").asText("see its log in CloudWatch"));
        }
        return result;
    }

    private Optional<JsonNode> find(int number) {
        String path = FUNCTIONS + "/" + function(number);
        RestClient.Reply reply = send("GET", path, null);
        return reply.status() == 404 ? Optional.empty() : Optional.of(require(path, reply));
    }

    private JsonNode ask(String method, String path, @Nullable JsonNode body) {
        return require(path, send(method, path, body));
    }

    private RestClient.Reply send(String method, String path, @Nullable JsonNode body) {
        return rest.send(method, URI.create(place.endpoint() + path), this::headers, body);
    }

    private JsonNode require(String path, RestClient.Reply reply) {
        if (!reply.succeeded()) {
            throw failure(path, reply);
        }
        return rest.json(URI.create(place.endpoint() + path), reply);
    }

    private DeployException failure(String path, RestClient.Reply reply) {
        return rest.failure(URI.create(place.endpoint() + path), reply, remedy(reply));
    }

    private String remedy(RestClient.Reply reply) {
        String type = reply.headers().getOrDefault("x-amzn-ErrorType", "");
        String from = "the credentials of " + credentials.name();
        if (type.startsWith("ExpiredToken") || rest.message(reply.body()).contains("expired")) {
            return from + " have expired: renew them";
        }
        return from + " need lambda:GetFunction, ListFunctions, CreateFunction, UpdateFunctionCode,"
                + " UpdateFunctionConfiguration, PutFunctionConcurrency, DeleteFunctionConcurrency, DeleteFunction and"
                + " InvokeFunction, and iam:PassRole for the role; and the clock of this machine must be right";
    }

    private Map<String, String> headers(String method, URI url, byte[] body) {
        try {
            return signature.sign(
                    method,
                    url,
                    Map.of(),
                    body,
                    credentials.get(),
                    InstantSource.system().instant());
        } catch (IOException e) {
            throw new DeployException(Kind.CREDENTIALS, String.valueOf(e.getMessage()), e);
        }
    }
}
