/**
 * The system that is simulated: clients, function platform, NameNode instances, coordinator and store, wired by queues and told by
 * parameters what they take.
 *
 * <p>May know nothing of figures and of measurements. Start reading at {@link io.lambdafs.benchmark.simulation.model.SystemModel}, and at
 * {@code Call} for the way of a request.
 */
@NullMarked
package io.lambdafs.benchmark.simulation.model;

import org.jspecify.annotations.NullMarked;
