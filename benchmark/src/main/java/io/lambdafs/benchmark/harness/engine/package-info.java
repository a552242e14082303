/**
 * Performs a workload with the clients of one process, and measures it.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.engine.LocalWorker}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.engine;

import org.jspecify.annotations.NullMarked;
