package io.lambdafs.openwhisk.platform.rest;

import io.lambdafs.openwhisk.platform.pool.ActionLimits;

/** Refuses an action's limits that are not allowed, with OpenWhisk's own texts. */
final class LimitCheck {
    /** Ten thousandths are a millisecond in each period of the kernel's, the shortest that it allows. */
    private static final int MIN_CPU_MILLIS = 10;

    private static final int MAX_CPU_MILLIS = 1_000_000;

    private final LimitSettings allowed;

    LimitCheck(LimitSettings allowed) {
        this.allowed = allowed;
    }

    ActionLimits require(ActionLimits limits) {
        range("memory size", limits.memoryMb(), allowed.minMemoryMb(), allowed.maxMemoryMb(), " MB");
        range("duration", limits.timeoutMillis(), allowed.minTimeMillis(), allowed.maxTimeMillis(), " milliseconds");
        range("log size", limits.logsMb(), 0, allowed.maxLogsMb(), " MB");
        range("concurrency", limits.concurrency(), 1, allowed.maxConcurrency(), "");
        if (limits.cpuMillis() != ActionLimits.UNLIMITED_CPU) {
            range("cpu", limits.cpuMillis(), MIN_CPU_MILLIS, MAX_CPU_MILLIS, " thousandths of a core");
        }
        return limits;
    }

    private static void range(String name, int value, int min, int max, String unit) {
        if (value < min) {
            throw refusal(name, value, "below", min, unit);
        }
        if (value > max) {
            throw refusal(name, value, "exceeds", max, unit);
        }
    }

    private static RestException refusal(String name, int value, String how, int threshold, String unit) {
        return new RestException(
                400,
                "requirement failed: " + name + " " + value + unit + " " + how + " allowed threshold of " + threshold
                        + unit);
    }
}
