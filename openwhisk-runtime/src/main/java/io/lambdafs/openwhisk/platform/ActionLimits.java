package io.lambdafs.openwhisk.platform;

/** The limits of one action: time, memory, log size and activations at once in one container. */
record ActionLimits(int timeoutMillis, int memoryMb, int logsMb, int concurrency) {
    /** Throws with OpenWhisk's own texts. */
    ActionLimits requireWithin(LimitSettings allowed) {
        require(
                memoryMb >= allowed.minMemoryMb(),
                "memory size " + memoryMb + " MB below allowed threshold of " + allowed.minMemoryMb() + " MB");
        require(
                memoryMb <= allowed.maxMemoryMb(),
                "memory size " + memoryMb + " MB exceeds allowed threshold of " + allowed.maxMemoryMb() + " MB");
        require(
                timeoutMillis >= allowed.minTimeMillis(),
                "duration " + timeoutMillis + " milliseconds below allowed threshold of " + allowed.minTimeMillis()
                        + " milliseconds");
        require(
                timeoutMillis <= allowed.maxTimeMillis(),
                "duration " + timeoutMillis + " milliseconds exceeds allowed threshold of " + allowed.maxTimeMillis()
                        + " milliseconds");
        require(logsMb >= 0, "log size " + logsMb + " MB below allowed threshold of 0 MB");
        require(
                logsMb <= allowed.maxLogsMb(),
                "log size " + logsMb + " MB exceeds allowed threshold of " + allowed.maxLogsMb() + " MB");
        require(concurrency >= 1, "concurrency " + concurrency + " below allowed threshold of 1");
        require(
                concurrency <= allowed.maxConcurrency(),
                "concurrency " + concurrency + " exceeds allowed threshold of " + allowed.maxConcurrency());
        return this;
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new RestException(400, "requirement failed: " + message);
        }
    }
}
