/**
 * What a NameNode counts, in Prometheus' text format.
 *
 * <p>Only reads what others have counted, when somebody asks. docs/monitoring.md lists the metrics. Start reading at
 * {@link io.lambdafs.namenode.metrics.NameNodeMetrics}.
 */
@NullMarked
package io.lambdafs.namenode.metrics;

import org.jspecify.annotations.NullMarked;
