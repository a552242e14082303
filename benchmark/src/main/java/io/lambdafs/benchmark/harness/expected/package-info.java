/**
 * What must be in the file system after operations, and the comparison with what is there.
 *
 * <p>Start reading at {@link io.lambdafs.benchmark.harness.expected.ExpectedNamespace}.
 */
@NullMarked
package io.lambdafs.benchmark.harness.expected;

import org.jspecify.annotations.NullMarked;
