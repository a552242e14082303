package io.lambdafs.benchmark.stack;

import io.lambdafs.benchmark.process.Platform;
import java.io.IOException;
import java.util.Comparator;

/** Kills function instances, as a crash does. */
public final class InstanceKiller {
    private InstanceKiller() {}

    /**
     * Kills the oldest serving instance of a function, because that one has connections and a new one may have none.
     *
     * @return whether there was one
     */
    public static boolean killOldest(Platform platform, String function) throws IOException, InterruptedException {
        return platform.pool().instances().stream()
                .filter(instance -> instance.action().equals(function) && instance.pid() > 0)
                .filter(instance ->
                        !instance.state().equals("paused") && !instance.state().equals("draining"))
                .min(Comparator.comparingLong(Platform.PooledInstance::startedMillis))
                .flatMap(instance -> ProcessHandle.of(instance.pid()))
                .filter(ProcessHandle::destroyForcibly)
                .isPresent();
    }
}
