/**
 * The coherence carrier's in-memory twin and the battery that every carrier must pass.
 *
 * <p>Knows the port only. Start reading at {@link io.lambdafs.testkit.coherence.CarrierContract} for what is expected, and
 * at {@link io.lambdafs.testkit.coherence.InMemoryCarriers} for what a simulation can do to its members.
 */
@NullMarked
package io.lambdafs.testkit.coherence;

import org.jspecify.annotations.NullMarked;
