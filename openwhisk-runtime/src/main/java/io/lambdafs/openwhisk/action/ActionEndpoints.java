package io.lambdafs.openwhisk.action;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The two messages of the container protocol, from bytes to a reply, without the HTTP around them. */
final class ActionEndpoints {
    private static final String REMEDY =
            "register the action with the secret that 'lambdafs image' wrote beside this image's Dockerfile.";

    private final ActionHandler handler;
    private final ActionLifecycle lifecycle;
    private final JsonCodec codec;
    private final InstanceSecret secret;
    private final LogSentinel sentinel;

    ActionEndpoints(
            ActionHandler handler,
            ActionLifecycle lifecycle,
            JsonCodec codec,
            InstanceSecret secret,
            LogSentinel sentinel) {
        this.handler = handler;
        this.lifecycle = lifecycle;
        this.codec = codec;
        this.secret = secret;
        this.sentinel = sentinel;
    }

    Reply init(byte[] body) {
        InitRequest request;
        try {
            request = InitRequest.from(codec.read(body).object("value"));
        } catch (MalformedJsonException e) {
            return Reply.error(400, "Malformed /init: " + e.getMessage() + ".");
        }
        if (!secret.isProvenBy(request.code())) {
            return Reply.error(
                    ActionServerConfig.UNPROVEN, "The action's code is not this container's secret: " + REMEDY);
        }
        Reply refusal = lifecycle.beginInit();
        return refusal != null ? refusal : initialize(request);
    }

    Reply run(byte[] body) {
        Reply refusal = lifecycle.refuseRun();
        if (refusal != null) {
            return refusal;
        }
        Activation activation;
        try {
            activation = Activation.from(codec.read(body));
        } catch (MalformedJsonException e) {
            return Reply.error(400, "Malformed /run: " + e.getMessage() + ".");
        }
        if (!secret.isProvenBy(activation.params().text(InstanceSecret.PARAMETER))) {
            return Reply.error(
                    ActionServerConfig.UNPROVEN,
                    "The parameter \"" + InstanceSecret.PARAMETER + "\" is not this container's secret: " + REMEDY);
        }
        return execute(activation);
    }

    /** Called after the reply of a run has left. */
    void afterRun() {
        sentinel.write();
    }

    private Reply initialize(InitRequest request) {
        boolean succeeded = false;
        try {
            handler.init(request);
            succeeded = true;
            return new Reply(200, new JsonObject(Map.of("ok", true)));
        } catch (Exception | LinkageError e) {
            return Reply.error(502, "The action failed to initialize: " + describe(e));
        } finally {
            lifecycle.endInit(succeeded);
        }
    }

    private Reply execute(Activation activation) {
        try {
            return new Reply(200, handler.run(activation).value());
        } catch (Exception | LinkageError e) {
            return Reply.error(502, "The action failed: " + describe(e));
        }
    }

    private static String describe(Throwable failure) {
        @Nullable String message = failure.getMessage();
        return failure.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
}
