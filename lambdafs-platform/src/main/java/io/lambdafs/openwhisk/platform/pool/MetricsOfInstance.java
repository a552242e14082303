package io.lambdafs.openwhisk.platform.pool;

/**
 * What an instance counts.
 *
 * @param text in Prometheus' format, as the instance last reported it; empty if it never did
 */
public record MetricsOfInstance(PoolView.InstanceView instance, String text) {}
