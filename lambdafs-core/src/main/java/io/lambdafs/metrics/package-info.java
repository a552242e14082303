/**
 * Metrics of a process: histograms that are cheap to record, and the text in which Prometheus reads them.
 *
 * <p>Knows nothing of what is measured, and of no transport. Start reading at {@link io.lambdafs.metrics.MetricsText}.
 */
@NullMarked
package io.lambdafs.metrics;

import org.jspecify.annotations.NullMarked;
