/**
 * What a run measured, and the files in which it is kept.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.result.RunResult}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.result;

import org.jspecify.annotations.NullMarked;
