/**
 * Files of other load generators: hammer-bench, and the driver of the λFS paper.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.imported.HammerFile}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.imported;

import org.jspecify.annotations.NullMarked;
