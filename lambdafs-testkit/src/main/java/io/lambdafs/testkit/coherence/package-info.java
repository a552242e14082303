/**
 * The coordinator's in-memory twin and the battery that every coordinator must pass.
 *
 * <p>Knows the port only. Start reading at {@link io.lambdafs.testkit.coherence.CoordinatorContract} for what is expected, and
 * at {@link io.lambdafs.testkit.coherence.InMemoryCoordination} for what a simulation can do to its members.
 */
@NullMarked
package io.lambdafs.testkit.coherence;

import org.jspecify.annotations.NullMarked;
