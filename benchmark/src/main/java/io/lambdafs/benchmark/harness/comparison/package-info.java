/**
 * A comparison of several file systems: the same operations on all of them, in rounds whose order changes, with ratios of the same round.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.comparison.ComparisonPlan}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.comparison;

import org.jspecify.annotations.NullMarked;
