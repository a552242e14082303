/**
 * What the platform counts, and what its instances count, in Prometheus' text format.
 *
 * <p>Knows the pool and no HTTP. docs/monitoring.md lists the metrics. Start reading at
 * {@link io.lambdafs.openwhisk.platform.metrics.PoolMetrics}.
 */
@NullMarked
package io.lambdafs.openwhisk.platform.metrics;

import org.jspecify.annotations.NullMarked;
