/**
 * Traces of a running system, as a collector gets them.
 *
 * <p>Start reading at {@link io.lambdafs.tracing.TracesTest}.
 */
@NullMarked
package io.lambdafs.tracing;

import org.jspecify.annotations.NullMarked;
