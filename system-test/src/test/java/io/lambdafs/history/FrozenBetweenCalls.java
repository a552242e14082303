package io.lambdafs.history;

import io.lambdafs.openwhisk.platform.LocalPlatform;
import io.lambdafs.openwhisk.platform.PlatformConfig;
import io.lambdafs.openwhisk.platform.pool.PoolSettings;
import io.lambdafs.system.OtherPlatform;
import io.lambdafs.system.Stack;
import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A system whose platform freezes each instance as soon as it has answered, and thaws it for the next call, one call at a time, as
 * AWS Lambda does. Its clients call by HTTP.
 */
final class FrozenBetweenCalls {
    /**
     * One of each of the two functions for each of the twelve clients of a history. With fewer, the platform ends a frozen instance of
     * one function for each call that it has no instance of the other function for, so nearly every call begins with a cold start.
     */
    private static final int INSTANCES = 24;

    private static final int INSTANCE_MB = 256;
    private static final int KEPT_MILLIS = 600_000;

    private FrozenBetweenCalls() {}

    /** What the options of {@code lambdafs start} are to have: with one call at a time, each answer ends in a freeze. */
    static final List<String> START_OPTIONS =
            List.of("--min-block-size", "0", "--instance-concurrency", "1", "--stem-cells", "0");

    /** Has a running system go on so, until what is returned is closed. */
    static Closeable begin(Stack stack) throws Exception {
        LocalPlatform platform = OtherPlatform.replace(stack, FrozenBetweenCalls::freezing);
        Files.writeString(
                stack.dataDir().resolve("client.properties"),
                "\nlambdafs.client.tcp.enabled=false\n",
                StandardOpenOption.APPEND);
        return platform::close;
    }

    private static PlatformConfig freezing(PlatformConfig config) {
        PoolSettings pool = config.pool();
        return config.withPool(pool.withIdleTimes(PoolSettings.FREEZE_AT_ONCE, KEPT_MILLIS)
                .withMemory(INSTANCES * INSTANCE_MB, pool.maxBuffered())
                .withCpu(PoolSettings.UNBOUNDED_CPU));
    }

    /**
     * Those of the faults that can happen then. The platform freezes and thaws; there are no connections; and a service that is
     * started again would bring the system's own platform back.
     */
    static List<HistoryFault> possible(List<HistoryFault> faults) {
        return faults.stream()
                .filter(fault -> fault.kind() == HistoryFault.Kind.KILL_INSTANCE)
                .toList();
    }
}
