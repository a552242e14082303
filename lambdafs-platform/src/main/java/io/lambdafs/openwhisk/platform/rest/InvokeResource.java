package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.lambdafs.openwhisk.platform.pool.ActivationRecord;
import io.lambdafs.openwhisk.platform.pool.PendingCall;
import io.lambdafs.openwhisk.platform.pool.PlatformThreads;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** {@code POST /actions/name}: invokes an action, and waits for its end if the caller asks for that. */
final class InvokeResource implements RestResource {
    private final ActionRegistry registry;
    private final Invocations invocations;
    private final int maxWaitMillis;
    private final PlatformThreads threads;

    InvokeResource(ActionRegistry registry, Invocations invocations, int maxWaitMillis, PlatformThreads threads) {
        this.registry = registry;
        this.invocations = invocations;
        this.maxWaitMillis = maxWaitMillis;
        this.threads = threads;
    }

    @Override
    public CompletionStage<RestReply> handle(RestRequest request) {
        boolean blocking = request.flag("blocking", false);
        boolean resultOnly = request.flag("result", false);
        long wait = request.number(
                        "timeout",
                        1,
                        maxWaitMillis,
                        "Timeout must be number of milliseconds up to " + maxWaitMillis + ".")
                .orElse((long) maxWaitMillis);
        PendingCall call = invocations.invoke(
                () -> registry.require(request.path().get(0)), request::object, request.transactionId());
        if (!blocking) {
            return CompletableFuture.completedFuture(accepted(call));
        }
        return await(call, wait, resultOnly);
    }

    private CompletionStage<RestReply> await(PendingCall call, long waitMillis, boolean resultOnly) {
        CompletableFuture<RestReply> reply = call.answer().thenApply(ended -> ended(ended, resultOnly));
        // The timer's thread must not be held up by a caller that reads slowly.
        Future<?> late = threads.timer()
                .schedule(
                        () -> threads.calls().execute(() -> reply.complete(accepted(call))),
                        waitMillis,
                        TimeUnit.MILLISECONDS);
        Future<?> unused = call.answer().whenComplete((ended, failure) -> late.cancel(false));
        return reply;
    }

    private static RestReply accepted(PendingCall call) {
        JsonNode body = JsonNodeFactory.instance.objectNode().put("activationId", call.activationId());
        return new RestReply(202, body, header(call.activationId()));
    }

    private static RestReply ended(ActivationRecord ended, boolean resultOnly) {
        return new RestReply(
                ended.response().status().httpStatus(),
                resultOnly ? ended.response().result() : ActivationJson.describe(ended),
                header(ended.activationId()));
    }

    private static Map<String, String> header(String activationId) {
        return Map.of("x-openwhisk-activation-id", activationId);
    }
}
