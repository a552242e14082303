package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.client.platform.aws.AwsCredentials;
import io.lambdafs.client.platform.aws.AwsSignature;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The interface of AWS Lambda for functions of images, with signatures of version 4. */
final class LambdaApiEmulator extends Emulator {
    static final String REGION = "eu-central-1";
    static final String ID = "AKIDEMULATOR";
    static final String SECRET = "the-emulators-secret";
    static final String EXPIRED = "AKIDEXPIRED";

    private static final String FUNCTIONS = "/2015-03-31/functions";
    private static final Pattern ONE = Pattern.compile(
            "/20\\d\\d-\\d\\d-\\d\\d/functions/([\\w-]+)(?:/(code|configuration|concurrency|invocations))?");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final Set<String> CONFIGURATION = Set.of(
            "/Role",
            "/Timeout",
            "/MemorySize",
            "/Description",
            "/Environment/Variables/*",
            "/VpcConfig/SubnetIds",
            "/VpcConfig/SecurityGroupIds");

    private final AwsSignature signature = new AwsSignature(REGION, "lambda");
    private final Map<String, ObjectNode> functions = new TreeMap<>();
    private boolean expired;

    LambdaApiEmulator() throws IOException {}

    @Override
    boolean isAllowed(Asked asked) {
        String authorization = String.valueOf(asked.headers().getFirst("Authorization"));
        expired = authorization.contains(EXPIRED);
        String time = asked.headers().getFirst("X-Amz-Date");
        String query = asked.query().isEmpty() ? "" : "?" + asked.query();
        return time != null
                && authorization.equals(signature
                        .sign(
                                asked.method(),
                                URI.create("http://" + asked.headers().getFirst("Host") + asked.path() + query),
                                Map.of(),
                                asked.bytes(),
                                new AwsCredentials(ID, SECRET, null),
                                Instant.from(TIME.parse(time)))
                        .get("Authorization"));
    }

    @Override
    Answer refusal() {
        return expired
                ? error(403, "ExpiredTokenException", "The security token included in the request is expired")
                : error(403, "InvalidSignatureException", "The request signature does not match");
    }

    private static Answer error(int status, String type, String message) {
        return new Answer(status, NODES.objectNode().put("Message", message), Map.of("x-amzn-ErrorType", type));
    }

    @Override
    Answer handle(Asked asked) {
        if (asked.is("GET", FUNCTIONS + "/")) {
            return list(asked.query());
        }
        if (asked.is("POST", FUNCTIONS)) {
            return create(asked.body());
        }
        Matcher one = ONE.matcher(asked.path());
        ObjectNode present = one.matches() ? functions.get(one.group(1)) : null;
        if (present == null) {
            return error(404, "ResourceNotFoundException", "Function not found: " + asked.path());
        }
        String part = one.group(2) == null ? "" : one.group(2);
        return switch (asked.method() + " " + part) {
            case "GET " -> Answer.of(200, present);
            case "GET configuration" -> Answer.of(200, settling(present));
            case "DELETE " -> {
                functions.remove(one.group(1));
                yield Answer.empty(204);
            }
            case "PUT code", "PUT configuration" -> update(part, present, asked.body());
            case "PUT concurrency" -> {
                requireKnown(asked.body(), Set.of("/ReservedConcurrentExecutions"));
                present.set("Concurrency", asked.body());
                yield Answer.of(200, asked.body());
            }
            case "DELETE concurrency" -> {
                present.remove("Concurrency");
                yield Answer.empty(204);
            }
            case "POST invocations" -> Answer.of(200, function.answer(asked.body()));
            default -> error(405, "MethodNotAllowedException", asked.method() + " " + part);
        };
    }

    /* Two to a page, so that there are several. */
    private Answer list(String query) {
        Matcher marker = Pattern.compile("Marker=(\\d+)").matcher(query);
        int from = marker.find() ? Integer.parseInt(marker.group(1)) : 0;
        ObjectNode page = NODES.objectNode();
        ArrayNode list = page.putArray("Functions");
        functions.values().stream().skip(from).limit(2).forEach(each -> list.add(each.path("Configuration")));
        page.put("NextMarker", from + 2 < functions.size() ? Integer.toString(from + 2) : null);
        return Answer.of(200, page);
    }

    private Answer create(JsonNode body) {
        Set<String> known = new java.util.TreeSet<>(CONFIGURATION);
        known.addAll(Set.of("/FunctionName", "/PackageType", "/Code/ImageUri", "/Architectures"));
        requireKnown(body, known);
        String name = body.path("FunctionName").asText();
        if (functions.containsKey(name)) {
            return error(409, "ResourceConflictException", "Function already exist: " + name);
        }
        ObjectNode function = NODES.objectNode();
        ObjectNode configuration = body.deepCopy();
        configuration.remove("Code");
        function.set("Configuration", configuration);
        function.set("Code", body.path("Code").deepCopy());
        configuration.put("State", "Pending").put("LastUpdateStatus", "InProgress");
        functions.put(name, function);
        return Answer.of(201, configuration);
    }

    private Answer update(String part, ObjectNode present, JsonNode body) {
        ObjectNode configuration = present.withObject("/Configuration");
        if (!configuration.path("LastUpdateStatus").asText().equals("Successful")) {
            return error(409, "ResourceConflictException", "The operation cannot be performed at this time");
        }
        if (part.equals("code")) {
            requireKnown(body, Set.of("/ImageUri", "/Architectures"));
            present.putObject("Code").set("ImageUri", body.path("ImageUri"));
            configuration.set("Architectures", body.path("Architectures"));
        } else {
            requireKnown(body, CONFIGURATION);
            configuration.setAll((ObjectNode) body);
        }
        configuration.put("LastUpdateStatus", "InProgress");
        return Answer.of(200, configuration);
    }

    private static ObjectNode settling(ObjectNode present) {
        ObjectNode configuration = present.withObject("/Configuration");
        ObjectNode shown = configuration.deepCopy();
        configuration.put("State", "Active").put("LastUpdateStatus", "Successful");
        return shown;
    }
}
