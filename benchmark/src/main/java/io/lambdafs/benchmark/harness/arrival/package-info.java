/**
 * When operations of an open loop are due: constant, Poisson, Pareto and stepwise loads, and how clients share them.
 *
 * <p>May know nothing of operations. Start reading at {@link io.lambdafs.benchmark.harness.arrival.LoadSpec}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.arrival;

import org.jspecify.annotations.NullMarked;
