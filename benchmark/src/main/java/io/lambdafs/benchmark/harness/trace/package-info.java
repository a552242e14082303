/**
 * Operations with the times at which they are due, as lines of a file.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.trace.TraceLine}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.trace;

import org.jspecify.annotations.NullMarked;
