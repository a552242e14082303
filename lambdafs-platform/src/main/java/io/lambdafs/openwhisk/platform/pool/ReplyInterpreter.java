package io.lambdafs.openwhisk.platform.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.lambdafs.openwhisk.platform.pool.ActivationResponse.Status;
import java.io.IOException;
import java.util.Optional;

/** Turns what a container said, or that it said nothing, into the response of an activation, in OpenWhisk's words. */
final class ReplyInterpreter {
    private final ObjectMapper mapper;
    private final int maxReplyBytes;

    ReplyInterpreter(ObjectMapper mapper, int maxReplyBytes) {
        this.mapper = mapper;
        this.maxReplyBytes = maxReplyBytes;
    }

    /** The error of an initialisation, or nothing if it went well. */
    Optional<ActivationResponse> init(ContainerReply reply) {
        if (reply.isTruncated()) {
            return Optional.of(truncated(reply));
        }
        if (reply.isOk()) {
            return Optional.empty();
        }
        JsonNode error = parse(reply).path("error");
        return Optional.of(ActivationResponse.failure(
                Status.DEVELOPER_ERROR,
                error.isMissingNode()
                        ? TextNode.valueOf("The action failed during initialization" + detail(reply))
                        : error));
    }

    ActivationResponse run(ContainerReply reply) {
        if (reply.isTruncated()) {
            return truncated(reply);
        }
        JsonNode result = parse(reply);
        JsonNode error = result.path("error");
        if (reply.isOk() && !error.isMissingNode()) {
            return ActivationResponse.failure(Status.APPLICATION_ERROR, error);
        }
        if (reply.isOk() && result.isContainerNode()) {
            return ActivationResponse.success(result, reply.body().length);
        }
        return ActivationResponse.failure(Status.DEVELOPER_ERROR, error.isMissingNode() ? invalid(reply) : error);
    }

    ActivationResponse initFailure(ContainerException failure, int limitMillis) {
        return ActivationResponse.developerError(
                failure.kind() == ContainerException.Kind.TIMED_OUT
                        ? "The action exceeded its time limits of " + limitMillis
                                + " milliseconds during initialization."
                        : "The action did not initialize and exited unexpectedly.");
    }

    ActivationResponse runFailure(ContainerException failure, int limitMillis) {
        return ActivationResponse.developerError(
                failure.kind() == ContainerException.Kind.TIMED_OUT
                        ? "The action exceeded its time limits of " + limitMillis + " milliseconds."
                        : "The action did not produce a valid response and exited unexpectedly.");
    }

    /** The system ended the container because of its limit of memory. */
    ActivationResponse memoryExhausted() {
        return ActivationResponse.developerError("The action exhausted its memory and was aborted.");
    }

    private ActivationResponse truncated(ContainerReply reply) {
        return ActivationResponse.failure(
                Status.APPLICATION_ERROR,
                TextNode.valueOf("The action produced a response that exceeded the allowed length: " + reply.length()
                        + " > " + maxReplyBytes + " bytes. The truncated response was: " + reply.text()));
    }

    private static JsonNode invalid(ContainerReply reply) {
        return TextNode.valueOf("The action did not produce a valid JSON response" + detail(reply));
    }

    private static String detail(ContainerReply reply) {
        return reply.body().length == 0 ? "." : ": " + reply.text();
    }

    private JsonNode parse(ContainerReply reply) {
        try {
            return mapper.readTree(reply.body());
        } catch (IOException e) {
            return mapper.missingNode();
        }
    }
}
