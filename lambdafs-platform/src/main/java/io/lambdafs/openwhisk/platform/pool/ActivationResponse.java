package io.lambdafs.openwhisk.platform.pool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;

/** How an activation ended, and what it answers. */
public record ActivationResponse(Status status, JsonNode result, int size) {
    /** OpenWhisk's four ways to end. */
    public enum Status {
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

        public String text() {
            return text;
        }

        /** How lists show it. */
        public int code() {
            return code;
        }

        /** The HTTP status of a blocking invocation that ends so. */
        public int httpStatus() {
            return httpStatus;
        }
    }

    public static ActivationResponse success(JsonNode result, int size) {
        return new ActivationResponse(Status.SUCCESS, result, size);
    }

    public static ActivationResponse failure(Status status, JsonNode error) {
        JsonNode result = JsonNodeFactory.instance.objectNode().set("error", error);
        return new ActivationResponse(status, result, result.toString().length());
    }

    public static ActivationResponse developerError(String text) {
        return failure(Status.DEVELOPER_ERROR, TextNode.valueOf(text));
    }

    public static ActivationResponse whiskError(String text) {
        return failure(Status.WHISK_ERROR, TextNode.valueOf(text));
    }

    public boolean isSuccess() {
        return status == Status.SUCCESS;
    }

    /** Whether the instance says that another one would not help with its load, by {@code "scaleOut": false} in its answer. */
    boolean declinesSibling() {
        JsonNode said = result.path(PendingCall.SCALE_OUT);
        return isSuccess() && said.isBoolean() && !said.booleanValue();
    }

    /** Whether the container is at fault and must not be used again. */
    public boolean isContainerError() {
        return status == Status.DEVELOPER_ERROR || status == Status.WHISK_ERROR;
    }
}
