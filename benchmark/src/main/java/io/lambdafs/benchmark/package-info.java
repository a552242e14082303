/**
 * Workloads and comparisons, over nothing but Hadoop's {@code FileSystem}.
 *
 * <p>May know the client plugin's settings and how to start a stack, nothing of the NameNode. Figures are printed, never
 * asserted. Start reading at {@link io.lambdafs.benchmark.StatelessBenchmark}.
 */
@NullMarked
package io.lambdafs.benchmark;

import org.jspecify.annotations.NullMarked;
