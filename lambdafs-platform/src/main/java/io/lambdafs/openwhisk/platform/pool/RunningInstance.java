package io.lambdafs.openwhisk.platform.pool;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An instance from the decision to start it on: its process, once there is one, and how its initialisation went. */
final class RunningInstance {
    /** How an initialisation ended: how long it took, and with what error, if any. */
    record Initialized(long startMillis, long endMillis, Optional<ActivationResponse> failure, boolean timedOut) {}

    private final long id;
    private final long startedMillis;
    private volatile @Nullable Instance process;
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

    /** Says which process it is; again if the first one could not listen. */
    void runsAs(Instance started) {
        process = started;
    }

    CompletableFuture<Initialized> initialized() {
        return initialized;
    }

    /** The process, if it has been started. */
    Optional<Instance> process() {
        return Optional.ofNullable(process);
    }
}
