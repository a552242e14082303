/**
 * Rules about the source tree itself: which module may use which, and what the style page forbids.
 *
 * <p>Start reading at {@link io.lambdafs.tidy.ModuleArrowsTest}.
 */
@NullMarked
package io.lambdafs.tidy;

import org.jspecify.annotations.NullMarked;
