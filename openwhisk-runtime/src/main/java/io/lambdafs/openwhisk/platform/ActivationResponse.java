package io.lambdafs.openwhisk.platform;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

/** How an activation ended, and what it answers. */
record ActivationResponse(Status status, JsonNode result, int size) {
    /** OpenWhisk's four ways to end. */
    enum Status {
        SUCCESS("success", 0, 200),
        APPLICATION_ERROR("application error", 1, 502),
        DEVELOPER_ERROR("action developer error", 2, 502),
        WHISK_ERROR("whisk internal error", 3, 500);

        private final String text;
        private final int code;
        private final int httpStatus;

        Status(String text, int code, int httpStatus) {
            this.text = text;
            this.code = code;
            this.httpStatus = httpStatus;
        }

        String text() {
            return text;
        }

        /** How lists show it. */
        int code() {
            return code;
        }

        /** The HTTP status of a blocking invocation that ends so. */
        int httpStatus() {
            return httpStatus;
        }
    }

    static ActivationResponse success(JsonNode result, int size) {
        return new ActivationResponse(Status.SUCCESS, result, size);
    }

    static ActivationResponse failure(Status status, JsonNode error) {
        JsonNode result = JsonNodeFactory.instance.objectNode().set("error", error);
        return new ActivationResponse(status, result, result.toString().length());
    }

    static ActivationResponse developerError(String text) {
        return failure(Status.DEVELOPER_ERROR, TextNode.valueOf(text));
    }

    static ActivationResponse whiskError(String text) {
        return failure(Status.WHISK_ERROR, TextNode.valueOf(text));
    }

    boolean isSuccess() {
        return status == Status.SUCCESS;
    }

    /** Whether the container is at fault and must not be used again. */
    boolean isContainerError() {
        return status == Status.DEVELOPER_ERROR || status == Status.WHISK_ERROR;
    }
}
