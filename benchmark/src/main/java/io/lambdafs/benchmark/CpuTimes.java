package io.lambdafs.benchmark;

import java.util.EnumMap;
import java.util.Map;

/** CPU time by kind of process, in microseconds. */
record CpuTimes(Map<ProcessKind, Long> micros) {
    CpuTimes {
        micros = Map.copyOf(micros);
    }

    static CpuTimes none() {
        return new CpuTimes(Map.of());
    }

    long of(ProcessKind kind) {
        return micros.getOrDefault(kind, 0L);
    }

    CpuTimes plus(CpuTimes other) {
        return combine(other, 1);
    }

    CpuTimes minus(CpuTimes other) {
        return combine(other, -1);
    }

    private CpuTimes combine(CpuTimes other, int sign) {
        Map<ProcessKind, Long> sum = new EnumMap<>(ProcessKind.class);
        for (ProcessKind kind : ProcessKind.values()) {
            sum.put(kind, of(kind) + sign * other.of(kind));
        }
        return new CpuTimes(sum);
    }
}
