package io.lambdafs.openwhisk.action;

import io.lambdafs.container.FunctionHandler;
import io.lambdafs.container.InitRequest;
import io.lambdafs.container.Invocation;
import io.lambdafs.container.JsonCodec;
import io.lambdafs.container.JsonObject;
import io.lambdafs.container.MalformedJsonException;
import io.lambdafs.container.http.HttpReply;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The two messages of the container protocol, from bytes to a reply, without the HTTP around them. */
final class ActionEndpoints {
    private static final String REMEDY =
            "register the action with the secret that 'lambdafs image' wrote beside this image's Dockerfile.";

    private final FunctionHandler handler;
    private final ActionLifecycle lifecycle;
    private final JsonCodec codec;
    private final InstanceSecret secret;
    private final LogSentinel sentinel;

    ActionEndpoints(
            FunctionHandler handler,
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

    HttpReply init(byte[] body) {
        InitRequest request;
        try {
            request = InitRequest.from(codec.read(body).object("value"));
        } catch (MalformedJsonException e) {
            return HttpReply.error(400, "Malformed /init: " + e.getMessage() + ".");
        }
        if (!secret.isProvenBy(request.code())) {
            return HttpReply.error(
                    ActionServerConfig.UNPROVEN, "The action's code is not this container's secret: " + REMEDY);
        }
        HttpReply refusal = lifecycle.beginInit();
        return refusal != null ? refusal : initialize(request);
    }

    HttpReply run(byte[] body) {
        HttpReply refusal = lifecycle.refuseRun();
        if (refusal != null) {
            return refusal;
        }
        Invocation activation;
        try {
            activation = Invocation.from(codec.read(body));
        } catch (MalformedJsonException e) {
            return HttpReply.error(400, "Malformed /run: " + e.getMessage() + ".");
        }
        if (!secret.isProvenBy(activation.params().text(InstanceSecret.PARAMETER))) {
            return HttpReply.error(
                    ActionServerConfig.UNPROVEN,
                    "The parameter \"" + InstanceSecret.PARAMETER + "\" is not this container's secret: " + REMEDY);
        }
        return execute(activation);
    }

    /** Called after the reply of a run has left. */
    void afterRun() {
        sentinel.write();
    }

    private HttpReply initialize(InitRequest request) {
        boolean succeeded = false;
        try {
            handler.init(request);
            succeeded = true;
            return new HttpReply(200, new JsonObject(Map.of("ok", true)));
        } catch (Exception | LinkageError e) {
            return HttpReply.error(502, "The action failed to initialize: " + describe(e));
        } finally {
            lifecycle.endInit(succeeded);
        }
    }

    private HttpReply execute(Invocation activation) {
        try {
            return new HttpReply(200, handler.run(activation).value());
        } catch (Exception | LinkageError e) {
            return HttpReply.error(502, "The action failed: " + describe(e));
        }
    }

    private static String describe(Throwable failure) {
        @Nullable String message = failure.getMessage();
        return failure.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
}
