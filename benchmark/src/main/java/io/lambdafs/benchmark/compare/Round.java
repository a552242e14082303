package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.load.LoadResult;
import java.util.Map;

/**
 * One round of one system.
 *
 * @param cpuMicros CPU time of the round by kind of process
 */
record Round(LoadResult load, Map<String, Long> cpuMicros) {
    static final String CLIENT = "client";

    Round {
        cpuMicros = Map.copyOf(cpuMicros);
    }

    long clientMicros() {
        return cpuMicros.getOrDefault(CLIENT, 0L);
    }

    /** Of all processes but the client. */
    long serverMicros() {
        return cpuMicros.values().stream().mapToLong(Long::longValue).sum() - clientMicros();
    }
}
