package io.lambdafs.openwhisk.platform.pool;

import java.util.List;
import java.util.OptionalLong;

/**
 * What is remembered of an activation that has ended.
 *
 * @param initMillis how long the initialisation took; absent if the instance was warm
 */
public record ActivationRecord(
        String activationId,
        Action action,
        Timing timing,
        OptionalLong initMillis,
        boolean timedOut,
        ActivationResponse response,
        List<String> logs) {
    /** When an activation began and ended, and how long it waited before, in milliseconds. */
    public record Timing(long start, long end, long waited) {}

    public ActivationRecord {
        logs = List.copyOf(logs);
    }

    public ActivationRecord withLogs(List<String> newLogs) {
        return new ActivationRecord(activationId, action, timing, initMillis, timedOut, response, newLogs);
    }
}
