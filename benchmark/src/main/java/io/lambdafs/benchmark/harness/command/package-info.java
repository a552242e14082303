/**
 * The command {@code lambdafs-bench}.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.command.BenchMain}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.command;

import org.jspecify.annotations.NullMarked;
