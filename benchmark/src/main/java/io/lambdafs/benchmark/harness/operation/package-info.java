/**
 * Single operations of a file system, as values, and how they are performed.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.operation.PathOperation}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.operation;

import org.jspecify.annotations.NullMarked;
