/**
 * The figures of the λFS paper that are simulated: which runs they are made of, and how they are printed, written and drawn.
 *
 * <p>May know nothing of how a run is simulated. Start reading at {@link io.lambdafs.benchmark.simulation.figure.SimulatedFigures}.
 */
@NullMarked
package io.lambdafs.benchmark.simulation.figure;

import org.jspecify.annotations.NullMarked;
