/**
 * The coordinator's in-memory twin and the battery that every coordinator must pass.
 *
 * <p>Knows the port only. Start reading at {@link io.lambdafs.testkit.coordinate.CoordinatorContract}.
 */
@NullMarked
package io.lambdafs.testkit.coordinate;

import org.jspecify.annotations.NullMarked;
