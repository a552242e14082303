/**
 * Queues in virtual time: the clock with its events, pools of processors, commits that share a sync, and places for requests.
 *
 * <p>May know nothing of λFS, so that its queues can be checked against formulas. Start reading at
 * {@link io.lambdafs.benchmark.simulation.queue.Simulator}.
 */
@NullMarked
package io.lambdafs.benchmark.simulation.queue;

import org.jspecify.annotations.NullMarked;
