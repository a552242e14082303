package io.lambdafs.openwhisk.platform.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lambdafs.openwhisk.platform.pool.Action;
import io.lambdafs.openwhisk.platform.pool.ActivationRecord;
import io.lambdafs.openwhisk.platform.pool.Dispatcher;
import io.lambdafs.openwhisk.platform.pool.PendingCall;
import java.time.InstantSource;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Accepts calls of actions: gives them an id, has them dispatched and remembers how they ended. */
final class Invocations {
    private final Dispatcher dispatcher;
    private final Consumer<ActivationRecord> ends;
    private final Throttle throttle;
    private final Supplier<String> ids;
    private final InstantSource clock;

    /** Hands each activation that has ended to this consumer. */
    Invocations(
            Dispatcher dispatcher,
            Consumer<ActivationRecord> ends,
            Throttle throttle,
            Supplier<String> ids,
            InstantSource clock) {
        this.dispatcher = dispatcher;
        this.ends = ends;
        this.throttle = throttle;
        this.ids = ids;
        this.clock = clock;
    }

    /** Throttles, then looks at what is to be called: OpenWhisk counts calls of actions that do not exist, too. */
    PendingCall invoke(Supplier<Action> action, Supplier<ObjectNode> arguments, String transactionId) {
        long arrived = clock.millis();
        throttle.admit();
        PendingCall call;
        try {
            ObjectNode parameters = arguments.get();
            Action found = action.get();
            call = new PendingCall(ids.get(), found, found.merge(parameters), transactionId, arrived);
        } catch (RuntimeException e) {
            throttle.release();
            throw e;
        }
        Future<?> unused = call.ended().whenComplete((ended, failure) -> {
            throttle.release();
            if (ended != null) {
                ends.accept(ended);
            }
        });
        dispatcher.submit(call);
        return call;
    }
}
