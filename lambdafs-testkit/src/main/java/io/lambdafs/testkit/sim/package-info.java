/**
 * A deterministic simulator: many processes' blocking code on one virtual clock, one activity at a time, in an order that
 * a seed decides.
 *
 * <p>Each activity has a thread, of which exactly one runs; it hands the baton on wherever it would wait in reality: for the
 * store, for a message, for a lock, for time. Knows the ports of the core and their twins, and nothing of NameNodes. Start
 * reading at {@link io.lambdafs.testkit.sim.SimScheduler}.
 */
@NullMarked
package io.lambdafs.testkit.sim;

import org.jspecify.annotations.NullMarked;
