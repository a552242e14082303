package io.lambdafs.openwhisk.platform.pool;

/** The limits of one action: time, memory, log size and activations at once in one container. */
public record ActionLimits(int timeoutMillis, int memoryMb, int logsMb, int concurrency) {}
