package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.cli.deploy.DeployException.Kind;
import io.lambdafs.wire.Caller;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.RequestId;
import io.lambdafs.wire.RequestLife;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/** A call that shows whether a function serves the file system: it asks for the status of the root, as a client would. */
final class CheckCall {
    /** HDFS's message for the status of the root. */
    private static final byte[] ROOT = {0x0a, 0x01, '/'};

    private final FunctionHost host;
    private final int deployments;

    /** A check for so many functions. */
    CheckCall(FunctionHost host, int deployments) {
        this.host = host;
        this.deployments = deployments;
    }

    /**
     * Calls the function once.
     *
     * @throws DeployException if it does not serve, by the reason
     */
    void call(int number) {
        RequestEnvelope request = new RequestEnvelope(
                        new RequestId(UUID.randomUUID(), 1),
                        new Caller("lambdafs-deploy", List.of(), "127.0.0.1"),
                        RequestLife.UNDATED,
                        "getFileInfo",
                        ROOT)
                .among(deployments);
        JsonNode parameters = JsonNodeFactory.instance
                .objectNode()
                .put("request", Base64.getEncoder().encodeToString(request.encode()));
        interpret(host.function(number), host.invoke(number, parameters));
    }

    private void interpret(String function, JsonNode result) {
        if (!result.path("response").isTextual()) {
            String why = result.path("error").asText("it answered without a response");
            throw why.contains("envelope version")
                    ? otherVersion(function, why)
                    : new DeployException(Kind.NOT_SERVING, function + " does not serve: " + why);
        }
        ResponseEnvelope response;
        try {
            response = ResponseEnvelope.decode(
                    Base64.getDecoder().decode(result.path("response").asText()));
        } catch (MalformedEnvelopeException e) {
            throw otherVersion(function, String.valueOf(e.getMessage()));
        } catch (IllegalArgumentException e) {
            throw new DeployException(
                    Kind.GARBLED,
                    function + " answered with something that is not a response: is it a function of λFS?",
                    e);
        }
        if (response.error() == ErrorCode.WRONG_DEPLOYMENTS) {
            throw otherNumber(function, response);
        }
        if (!response.succeeded()) {
            throw new DeployException(
                    Kind.NOT_SERVING, function + " has started, but does not serve: " + response.message());
        }
    }

    private static DeployException otherVersion(String function, String why) {
        return new DeployException(
                Kind.OTHER_VERSION,
                function + " is of another version of λFS than this program (" + why
                        + "): build the image with this program's 'lambdafs image', and deploy that");
    }

    private DeployException otherNumber(String function, ResponseEnvelope response) {
        int recorded = response.deployments();
        String number = recorded > 0 ? Integer.toString(recorded) : "another number of";
        return new DeployException(
                Kind.OTHER_NUMBER,
                "the store records " + number + " functions, and not " + deployments + " (" + function
                        + " says so): deploy with --deployments " + (recorded > 0 ? Integer.toString(recorded) : "N")
                        + ", or change the number first (docs/deploy/README.md)");
    }
}
