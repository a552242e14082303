package io.lambdafs.openwhisk.platform.pool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A call of an action that has been accepted and has not ended.
 *
 * @param answer completes with the record as soon as the result is known, without logs
 * @param ended completes with the record including logs, when the instance is free again
 * @param reschedules how often an instance could not take it and it was given to another
 */
public record PendingCall(
        String activationId,
        Action action,
        ObjectNode parameters,
        String transactionId,
        long arrivedMillis,
        CompletableFuture<ActivationRecord> answer,
        CompletableFuture<ActivationRecord> ended,
        AtomicInteger reschedules) {
    /** The parameter with which a caller asks for one more instance, as a boolean. */
    public static final String SCALE_OUT = "scaleOut";

    public PendingCall(
            String activationId, Action action, ObjectNode parameters, String transactionId, long arrivedMillis) {
        this(
                activationId,
                action,
                parameters,
                transactionId,
                arrivedMillis,
                new CompletableFuture<>(),
                new CompletableFuture<>(),
                new AtomicInteger());
    }

    /**
     * Whether the caller asks for one more instance of the action, because it finds those that are there loaded: by the parameter
     * {@value #SCALE_OUT}.
     */
    public boolean asksForScaleOut() {
        return parameters.path(SCALE_OUT).booleanValue();
    }

    public long deadlineMillis(long nowMillis) {
        return nowMillis + action.limits().timeoutMillis();
    }

    /** The record of this call when it went wrong before it could run. */
    public ActivationRecord failed(ActivationResponse response, long startMillis, long nowMillis, boolean timedOut) {
        return new ActivationRecord(
                activationId,
                action,
                new ActivationRecord.Timing(startMillis, nowMillis, startMillis - arrivedMillis),
                OptionalLong.empty(),
                timedOut,
                response,
                List.of());
    }
}
