package io.lambdafs.openwhisk.platform.pool;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An instance from the decision to start it on: its process, once there is one, and how its initialisation went. */
final class RunningInstance {
    /** How an initialisation ended: how long it took, and with what error, if any. */
    record Initialized(long startMillis, long endMillis, Optional<ActivationResponse> failure, boolean timedOut) {}

    private final long id;
    private final long startedMillis;
    private final CompletableFuture<Instance> instance = new CompletableFuture<>();
    private final CompletableFuture<Initialized> initialized = new CompletableFuture<>();

    RunningInstance(long id, long startedMillis) {
        this.id = id;
        this.startedMillis = startedMillis;
    }

    long id() {
        return id;
    }

    long startedMillis() {
        return startedMillis;
    }

    CompletableFuture<Instance> instance() {
        return instance;
    }

    CompletableFuture<Initialized> initialized() {
        return initialized;
    }

    /** The process, if it has been started. */
    Optional<Instance> process() {
        return instance.isDone() && !instance.isCompletedExceptionally()
                ? Optional.of(instance.join())
                : Optional.empty();
    }
}
