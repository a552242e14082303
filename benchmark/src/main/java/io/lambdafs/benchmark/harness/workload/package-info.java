/**
 * Which operations clients perform: mixes, phases, trees, and the file that describes them.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.workload.RunPlan}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.workload;

import org.jspecify.annotations.NullMarked;
