package io.lambdafs.benchmark.compare;

import io.lambdafs.benchmark.load.LoadResult;
import java.util.Map;

/**
 * One round of one system.
 *
 * @param cpuMicros CPU time of the round by kind of process
 * @param othersMicros CPU time of all other processes of the machine, which tells how far the round can be believed
 */
record ComparedRound(LoadResult load, Map<String, Long> cpuMicros, long othersMicros) {
    static final String CLIENT = "client";

    ComparedRound {
        cpuMicros = Map.copyOf(cpuMicros);
    }

    /** On a machine with nothing beside it. */
    ComparedRound(LoadResult load, Map<String, Long> cpuMicros) {
        this(load, cpuMicros, 0);
    }

    long clientMicros() {
        return cpuMicros.getOrDefault(CLIENT, 0L);
    }

    /** Of all processes but the client. */
    long serverMicros() {
        return cpuMicros.values().stream().mapToLong(Long::longValue).sum() - clientMicros();
    }
}
