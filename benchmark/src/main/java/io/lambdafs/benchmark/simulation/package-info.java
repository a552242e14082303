/**
 * The programs that simulate λFS's evaluation: {@code benchmark/run simulate} and {@code benchmark/run calibrate}.
 *
 * <p>May know nothing of queues. Start reading at {@link io.lambdafs.benchmark.simulation.Simulate}.
 */
@NullMarked
package io.lambdafs.benchmark.simulation;

import org.jspecify.annotations.NullMarked;
