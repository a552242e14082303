package io.lambdafs.openwhisk.platform.pool;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Lets an instance use the CPU there is for some time from its start on, as Google's Cloud Run does ("startup CPU boost"). Within a small
 * share of a core a start takes many times as long, and then the instance compiles its code while callers wait.
 */
final class StartCpu {
    private final int boostMillis;
    private final Executor executor;

    /**
     * With this time.
     *
     * @param boostMillis how long an instance has no limit; 0: it has its limit from the beginning
     * @param executor carries out what is due then
     */
    StartCpu(int boostMillis, Executor executor) {
        this.boostMillis = boostMillis;
        this.executor = executor;
    }

    /** The instance begins to start for this action. */
    void begins(Instance instance, Action action) {
        int cpuMillis = action.limits().cpuMillis();
        if (boostMillis == 0) {
            instance.limitCpu(cpuMillis);
        } else {
            CompletableFuture.delayedExecutor(boostMillis, TimeUnit.MILLISECONDS, executor)
                    .execute(() -> instance.limitCpu(cpuMillis));
        }
    }
}
