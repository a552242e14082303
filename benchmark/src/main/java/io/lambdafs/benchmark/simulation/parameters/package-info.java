/**
 * What the simulation knows of λFS, of a machine and of a cluster: named figures, each with its unit, its source and its date, and the
 * file that holds them.
 *
 * <p>May know nothing of how they are measured or used. Start reading at
 * {@link io.lambdafs.benchmark.simulation.parameters.SimulationParameters}, and at
 * {@link io.lambdafs.benchmark.simulation.parameters.ParameterKeys} for what there is.
 */
@NullMarked
package io.lambdafs.benchmark.simulation.parameters;

import org.jspecify.annotations.NullMarked;
