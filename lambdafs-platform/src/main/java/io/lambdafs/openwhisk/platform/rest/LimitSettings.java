package io.lambdafs.openwhisk.platform.rest;

/**
 * What actions and callers may ask for. OpenWhisk's own defaults, but for the two that would throttle a file system:
 * a standalone OpenWhisk has 60 invocations a minute and 30 at once.
 */
public record LimitSettings(
        int invocationsPerMinute,
        int concurrentInvocations,
        int minMemoryMb,
        int standardMemoryMb,
        int maxMemoryMb,
        int minTimeMillis,
        int standardTimeMillis,
        int maxTimeMillis,
        int standardLogsMb,
        int maxLogsMb,
        int maxConcurrency,
        int maxBlockingWaitMillis,
        int maxPayloadBytes,
        int maxCodeBytes) {
    public LimitSettings {
        require(invocationsPerMinute >= 1, "limits.invocations-per-minute must be at least 1");
        require(
                concurrentInvocations >= 1 && concurrentInvocations <= 10_000,
                "limits.concurrent-invocations must be within 1..10000");
        require(
                1 <= minMemoryMb && minMemoryMb <= standardMemoryMb && standardMemoryMb <= maxMemoryMb,
                "limits: 1 <= min-memory-mb <= standard-memory-mb <= max-memory-mb");
        require(
                1 <= minTimeMillis && minTimeMillis <= standardTimeMillis && standardTimeMillis <= maxTimeMillis,
                "limits: 1 <= min-time-millis <= standard-time-millis <= max-time-millis");
        require(0 <= standardLogsMb && standardLogsMb <= maxLogsMb, "limits: 0 <= standard-logs-mb <= max-logs-mb");
        require(maxConcurrency >= 1 && maxConcurrency <= 10_000, "limits.max-concurrency must be within 1..10000");
        require(maxBlockingWaitMillis >= 1, "limits.max-blocking-wait-millis must be at least 1");
        require(maxPayloadBytes >= 1024, "limits.max-payload-bytes must be at least 1024");
        require(maxCodeBytes >= 1024, "limits.max-code-bytes must be at least 1024");
    }

    public static LimitSettings defaults() {
        return new LimitSettings(
                6_000_000, 1_000, 128, 256, 512, 100, 60_000, 300_000, 10, 10, 500, 60_000, 1 << 20, 48 << 20);
    }

    /** The same with another throttle. */
    public LimitSettings withThrottle(int perMinute, int concurrent) {
        return new LimitSettings(
                perMinute,
                concurrent,
                minMemoryMb,
                standardMemoryMb,
                maxMemoryMb,
                minTimeMillis,
                standardTimeMillis,
                maxTimeMillis,
                standardLogsMb,
                maxLogsMb,
                maxConcurrency,
                maxBlockingWaitMillis,
                maxPayloadBytes,
                maxCodeBytes);
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }
}
