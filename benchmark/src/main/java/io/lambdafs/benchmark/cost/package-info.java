/**
 * What function instances and servers cost at the public prices of AWS. Knows nothing of how load is measured.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.cost.Cost}.
 */
@NullMarked
package io.lambdafs.benchmark.cost;

import org.jspecify.annotations.NullMarked;
