/**
 * Tests over a whole stack of real processes, started with {@code bin/lambdafs} as a user would.
 *
 * <p>Start reading at {@link io.lambdafs.system.Stack}.
 */
@NullMarked
package io.lambdafs.system;

import org.jspecify.annotations.NullMarked;
