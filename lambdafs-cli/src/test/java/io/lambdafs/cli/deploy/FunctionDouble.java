package io.lambdafs.cli.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.wire.ErrorCode;
import io.lambdafs.wire.MalformedEnvelopeException;
import io.lambdafs.wire.RequestEnvelope;
import io.lambdafs.wire.ResponseEnvelope;
import java.util.Base64;

/** Answers as a NameNode function does over a store that records a number of functions. */
final class FunctionDouble {
    /** What the store records; 0 for nothing yet, which the first request changes. */
    volatile int recorded;

    /** Whether it is of an earlier version, which does not understand requests of this one. */
    volatile boolean earlier;

    JsonNode answer(JsonNode parameters) {
        byte[] bytes = Base64.getDecoder().decode(parameters.path("request").asText());
        if (earlier) {
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("error", "malformed request: envelope version " + bytes[0] + " is not 2")
                    .put("errorCode", "MALFORMED_REQUEST");
        }
        try {
            RequestEnvelope request = RequestEnvelope.decode(bytes);
            if (recorded == 0) {
                recorded = request.deployments();
            }
            ResponseEnvelope response = request.deployments() == recorded
                    ? ResponseEnvelope.success(request.id(), new byte[0])
                    : ResponseEnvelope.failure(
                                    request.id(), ErrorCode.WRONG_DEPLOYMENTS, "the store records " + recorded)
                            .telling(0, recorded);
            return JsonNodeFactory.instance
                    .objectNode()
                    .put("response", Base64.getEncoder().encodeToString(response.encode()));
        } catch (MalformedEnvelopeException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
